import { exchangeText, incomingText, packText } from './exchange.ts';
import { detailText, editText, frameText, memoryText } from './memories.ts';
import { effectText, givenText, learningText, reviewText } from './review.ts';
import { extractionText, retrievalText } from './sharing.ts';

/** Every message of the screens of knowledge. */
export const knowledge = {
  frameText,
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
};
