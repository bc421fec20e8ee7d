import { messages } from './messages.ts';

export const { decisionEditText } = messages().decisionEdit;
