import { messages } from './messages.ts';

export const { bulkText } = messages().bulk;
