import { messages } from './messages.ts';

export const { checkText } = messages().check;
