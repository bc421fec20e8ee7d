import { messages } from './messages.ts';

export const { eventsText } = messages().events;
