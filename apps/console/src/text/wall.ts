import { messages } from './messages.ts';

export const { wallText } = messages().wall;
