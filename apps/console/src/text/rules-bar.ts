import { messages } from './messages.ts';

export const { rulesBarText } = messages().rulesBar;
