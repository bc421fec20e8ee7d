import { say } from '@countersign/api/statements';
import { withMarks, withoutMarks } from '@countersign/json/exact-json';
import { withExactNumbers } from '@countersign/json/exact-number';
import { ProblemError } from './problem.ts';
import type { ZodApp } from './zod-app.ts';

/**
 * Reads bodies with their numbers as written, which become the strings that represent them inside the program. No text from outside
 * can be such a string.
 */
export function registerExactBodies(app: ZodApp): void {
  // `constructor.prototype` is a normal field: nothing here is copied by assignment.
  const parse = app.getDefaultJsonParser('error', 'ignore');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) =>
      parse(request, withMarks(withoutMarks(body)), (error, value) =>
        done(error !== null && namesPrototype(body) ? forbiddenName() : error, value),
      ),
  );
  // The console reads these strings itself; a program gets its numbers as they were written.
  app.addHook('onSend', async ({ programCaller }, _reply, payload) =>
    programCaller !== null && typeof payload === 'string' ? withExactNumbers(payload) : payload,
  );
}

/** The only name that no field can have. The text is JSON, unless it was refused for another reason. */
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

const forbiddenName = () => new ProblemError('invalid-request', say('request.proto'));
