import { messages } from './messages.ts';

export const { policyText } = messages().policy;
