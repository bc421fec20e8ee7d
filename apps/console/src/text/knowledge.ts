import { room } from './rooms.ts';

export const {
  frameText: knowledgeText,
  memoryText,
  detailText,
  editText,
  reviewText,
  givenText,
  effectText,
  learningText,
  retrievalText,
  extractionText,
  incomingText,
  packText,
  exchangeText,
} = room('knowledge');
