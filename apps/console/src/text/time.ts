import { messages } from './messages.ts';

export const { timePhrases } = messages().time;
