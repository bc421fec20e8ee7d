import { messages } from './messages.ts';

export const { notifyText } = messages().notify;
