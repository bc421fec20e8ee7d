import { messages } from './messages.ts';

export const { connectionText } = messages().connection;
