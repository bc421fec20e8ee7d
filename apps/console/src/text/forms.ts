import { messages } from './messages.ts';

export const { formsText } = messages().forms;
