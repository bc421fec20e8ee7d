import { loadRoom, room } from './rooms.ts';

// Loaded with the first screen that shows one of them.
await loadRoom('affordances');

export const { affordancesText } = room('affordances');
