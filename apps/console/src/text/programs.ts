import { messages } from './messages.ts';

export const { programsText } = messages().programs;
