import { withMarks } from '@countersign/json/exact-json';
import { ProblemError } from './problem.ts';
import type { ZodApp } from './zod-app.ts';

/**
 * Reads bodies with their numbers as they were written. The console sends the texts that stand for them inside the program; a
 * script, and what an operator copied for a shell, says the numbers themselves.
 */
export function registerExactBodies(app: ZodApp): void {
  // `constructor.prototype` is a field like any other: nothing here is copied by assignment.
  const parse = app.getDefaultJsonParser('error', 'ignore');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) =>
      parse(request, withMarks(body), (error, value) =>
        done(error !== null && namesPrototype(body) ? forbiddenName() : error, value),
      ),
  );
}

/** The one name that no field can have. The text is JSON, unless this was not the reason why it was refused. */
function namesPrototype(body: string): boolean {
  let found = false;
  try {
    JSON.parse(body, (name, value) => {
      if (name === '__proto__') found = true;
      return value;
    });
  } catch {
    return false;
  }
  return found;
}

const forbiddenName = () =>
  new ProblemError('invalid-request', 'No field can be named __proto__. Nothing was changed.');
