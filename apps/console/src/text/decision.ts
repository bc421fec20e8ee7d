import { messages } from './messages.ts';

export const { answerButtonText, priorityLabels, decisionText } = messages().decision;
