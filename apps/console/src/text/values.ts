import { messages } from './messages.ts';

export const { valuesText } = messages().values;
