import { messages } from './messages.ts';

export const { didAs } = messages().didAs;
