import { messages } from './messages.ts';

export const { answerWords, priorityWords, decisionText } = messages().decision;
