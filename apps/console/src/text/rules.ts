import { messages } from './messages.ts';

export const { conditionPhrases, conditionDocuments, originLabels, ruleAnswerText, rulesText } =
  messages().rules;
