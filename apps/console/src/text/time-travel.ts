import { messages } from './messages.ts';

export const { timeText } = messages().timeTravel;
