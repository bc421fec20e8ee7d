import { messages } from './messages.ts';

export const { tasksText } = messages().tasks;
