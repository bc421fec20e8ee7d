import { messages } from './messages.ts';

export const { frameText } = messages().frame;
