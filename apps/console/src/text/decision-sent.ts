import { messages } from './messages.ts';

export const { sentText } = messages().decisionSent;
