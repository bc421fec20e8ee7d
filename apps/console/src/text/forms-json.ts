import { messages } from './messages.ts';

export const { jsonText } = messages().formsJson;
