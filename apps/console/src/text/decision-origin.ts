import { messages } from './messages.ts';

export const { originWords, goesBackWords, originText } = messages().decisionOrigin;
