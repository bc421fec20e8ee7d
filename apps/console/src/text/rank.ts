import { messages } from './messages.ts';

export const { rankText } = messages().rank;
