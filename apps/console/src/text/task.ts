import { messages } from './messages.ts';

export const { tokenWords, taskText } = messages().task;
