import { messages } from './messages.ts';

export const { durationText } = messages().duration;
