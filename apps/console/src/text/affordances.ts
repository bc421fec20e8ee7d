import { messages } from './messages.ts';

export const { affordancesText } = messages().affordances;
