import { messages } from './messages.ts';

export const { fillText } = messages().bulkFill;
