import { messages } from './messages.ts';

export const { offersText } = messages().offers;
