import { messages } from './messages.ts';

export const { decisionTimeText } = messages().decisionTime;
