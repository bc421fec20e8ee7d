import { messages } from './messages.ts';

export const { markdownText } = messages().markdown;
