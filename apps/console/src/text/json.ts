import { messages } from './messages.ts';

export const { jsonLabels } = messages().json;
