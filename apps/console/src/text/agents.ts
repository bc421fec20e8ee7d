import { messages } from './messages.ts';

export const { agentsText } = messages().agents;
