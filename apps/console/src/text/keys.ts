import { messages } from './messages.ts';

export const { keysText } = messages().keys;
