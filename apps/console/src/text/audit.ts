import { loadRoom, room } from './rooms.ts';

// Loaded with the first screen that shows one of them.
await loadRoom('audit');

export const { auditText } = room('audit');
