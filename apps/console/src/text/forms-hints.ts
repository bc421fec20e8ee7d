import { messages } from './messages.ts';

export const { hintsText } = messages().formsHints;
