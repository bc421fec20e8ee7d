import { messages } from './messages.ts';

export const { commonText } = messages().common;
