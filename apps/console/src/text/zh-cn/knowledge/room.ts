import type { Rooms } from '../../rooms.ts';
import { addStatements } from '../statements/statement-templates.ts';
import { exchangeText, incomingText, packText } from './exchange.ts';
import { detailText, editText, frameText, memoryText } from './memories.ts';
import { memoryStatements } from './memory-statements.ts';
import { effectText, givenText, learningText, reviewText } from './review.ts';
import { extractionText, retrievalText } from './sharing.ts';

addStatements(memoryStatements);

export const knowledge: Rooms['knowledge'] = {
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
