import { messages } from './messages.ts';

export const { timeWords } = messages().time;
