import { messages } from './messages.ts';

export const { demoText } = messages().demo;
