import { messages } from './messages.ts';

export const { operatorsText } = messages().operators;
