import { messages } from './messages.ts';

export const { unreadText } = messages().unreadQuestion;
