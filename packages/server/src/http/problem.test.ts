import { say } from '@countersign/api/statements';
import { expect, it } from 'vitest';
import { ProblemError, problemBody, quoted, statementOfProblem } from './problem.ts';

it('contains a code and parameters, also for words that are not the server’s', () => {
  const ours = new ProblemError('prompt-expired', say('prompt.closed'));
  expect(problemBody('prompt-expired', statementOfProblem(ours))).toMatchObject({
    detail: 'It is not open any more.',
    statement: { code: 'prompt.closed' },
  });
  const words = 'The agent ended the question {without} an answer.';
  const theirs = new ProblemError('prompt-expired', quoted(words));
  expect(problemBody('prompt-expired', statementOfProblem(theirs))).toMatchObject({
    detail: words,
    statement: { code: 'problem.quoted', params: { words } },
  });
});

it('takes no plain text', () => {
  // @ts-expect-error a text without a code would be shown in English in every language
  expect(() => new ProblemError('not-found', 'There is none.')).not.toThrow();
});
