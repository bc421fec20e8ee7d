import { messages } from './messages.ts';

export const { lineageText } = messages().lineage;
