import { messages } from './messages.ts';

export const { tokenText, taskText } = messages().task;
