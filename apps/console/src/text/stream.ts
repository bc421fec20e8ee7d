import { messages } from './messages.ts';

export const { durationWords, streamText } = messages().stream;
