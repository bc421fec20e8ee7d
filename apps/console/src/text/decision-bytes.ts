import { messages } from './messages.ts';

export const { bytesText } = messages().decisionBytes;
