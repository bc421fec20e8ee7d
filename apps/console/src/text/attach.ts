import { messages } from './messages.ts';

export const { attachText } = messages().attach;
