import { withMarks } from '@countersign/json/exact-json';
import type { ZodApp } from './zod-app.ts';

/**
 * Reads bodies with their numbers as they were written. The console sends the texts that stand for them inside the program; a
 * script, and what an operator copied for a shell, says the numbers themselves.
 */
export function registerExactBodies(app: ZodApp): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => parse(request, withMarks(body), done),
  );
}
