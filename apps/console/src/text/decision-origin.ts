import { messages } from './messages.ts';

export const { originWords, originText } = messages().decisionOrigin;
