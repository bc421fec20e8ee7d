import { messages } from './messages.ts';

export const { conditionWords, conditionDocuments, originWords, ruleAnswerWords, rulesText } =
  messages().rules;
