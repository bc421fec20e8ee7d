import { messages } from './messages.ts';

export const { csvText } = messages().csv;
