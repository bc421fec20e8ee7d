import { messages } from './messages.ts';

export const { durationLabels, streamText } = messages().stream;
