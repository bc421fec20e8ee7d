import { messages } from './messages.ts';

export const { firstMinuteText } = messages().firstMinute;
