import { messages } from './messages.ts';

export const { jsonWords } = messages().json;
