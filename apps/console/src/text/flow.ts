import { messages } from './messages.ts';

export const { flowText } = messages().flow;
