import { readStatement } from '@countersign/json/statement';
import { messages } from './messages.ts';
import { statementText } from './statements.ts';
import { visibleText } from './visible-text.ts';

const { storedStatement } = messages().storedReason;

/**
 * A journalled reason in the chosen language; words of agents and unknown sentences as they are. `statement`: the reason as data;
 * missing where an older version has journalled the sentence alone.
 */
export function storedReason(english: string, statement?: unknown): string {
  const read = readStatement(statement);
  // The words of a message may be the server's own.
  const known = read === null || read.code === 'problem.quoted' ? storedStatement(english) : read;
  return visibleText(statementText(known) ?? english);
}
