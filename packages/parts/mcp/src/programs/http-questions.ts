import {
  formOfQuestion,
  type HttpQuestion,
  httpMessage,
  httpOutcome,
} from '@countersign/adapters/program/http-question';
import type { Question, QuestionCall } from '@countersign/api/prompts/question';
import { say } from '@countersign/api/statements';
import { checkSchema } from '@countersign/desk/content/schema-check';
import { type Fault, faultAt } from '@countersign/json/fault';
import type { WrittenStatement } from '@countersign/json/statement';
import { schemaOfSchemas } from '@countersign/json-schema/schema-of-schemas';
import { maxAskChars } from '@countersign/part-desk/runs/intake/seal-question';
import { ProblemError, quoted } from '@countersign/server/http/problem';
import { maxOpenQuestions } from './question-operations.ts';
import { questionStatusOf } from './records.ts';
import type { Ask, FoundQuestion, Fault as NotAsked } from './words.ts';

/** Seconds: at least as long as a person needs to look, at most 30 days. */
const leastDeadline = 5;
const mostDeadline = 2_592_000;

/** What cannot be meant, each with the pointer of its member: refused at once, and not when the deadline has passed. */
export function faultsOf(
  question: HttpQuestion & { callback?: { url: string } | undefined },
  objectionTo: (url: string) => WrittenStatement | null,
): Fault[] {
  const { expiresIn, schema, callback } = question;
  const faults: Fault[] = [];
  const isDeadline = (seconds: number) =>
    Number.isInteger(seconds) && seconds >= leastDeadline && seconds <= mostDeadline;
  if (expiresIn !== undefined && !isDeadline(expiresIn)) {
    const limits = { least: leastDeadline, most: mostDeadline };
    faults.push(faultAt('/expiresIn', say('question.deadline', limits)));
  }
  for (const fault of checkSchema(schemaOfSchemas, schema ?? {}).faults) {
    faults.push({ ...fault, path: `/schema${fault.path}` });
  }
  const byDefault = defaultFault(question);
  if (byDefault !== null) faults.push(faultAt('/default', byDefault));
  const objection = callback === undefined ? null : objectionTo(callback.url);
  if (objection !== null) {
    faults.push(faultAt('/callback/url', say('question.callback', { reason: objection })));
  }
  return faults;
}

/** Why the server could not give the default at the deadline. */
function defaultFault(question: HttpQuestion): WrittenStatement | null {
  const { default: given, allowed, expiresIn, payload } = question;
  if (given === undefined) return null;
  if (given !== 'approve' && given !== 'reject') return say('question.default-needs-person');
  if (allowed?.includes(given) === false) return say('question.default-not-allowed');
  if (expiresIn === undefined) return say('question.default-needs-deadline');
  const hasForm = formOfQuestion(question) !== null;
  if (given === 'approve' && hasForm && (payload ?? null) === null) {
    return say('question.default-needs-payload');
  }
  return null;
}

/** A posted question as the question of a program. `keptExpiry`: its deadline if it has one already, epoch ms. @throws {ProblemError} if it is too large */
export function askOf(
  question: HttpQuestion,
  keptExpiry: number | null = null,
): Pick<Ask, 'kind' | 'wrapped' | 'message'> & { request: HttpQuestion } {
  const chars = JSON.stringify(question).length;
  if (chars > maxAskChars) {
    throw new ProblemError('too-large', say('question.too-large', { chars, limit: maxAskChars }));
  }
  return {
    kind: 'question',
    wrapped: formOfQuestion(question)?.wrapped ?? false,
    message: (place) => httpMessage(question, place, keptExpiry),
    request: question,
  };
}

/** A question that cannot be asked as it is. */
export const faulty = (faults: readonly Fault[]): ProblemError => {
  const { path = '', message = '', statement } = faults[0] ?? {};
  const fault = statement === undefined ? quoted(message) : { text: message, statement };
  const detail = say('question.faulty', { path, fault });
  return new ProblemError('invalid-question', detail, { errors: faults });
};

/** The problem of a question that was not asked. */
export function problemOf(fault: NotAsked, request: HttpQuestion): ProblemError {
  switch (fault.fault) {
    case 'unfit': {
      const { first } = fault;
      const isWrapped = formOfQuestion(request)?.wrapped === true;
      const path = isWrapped ? first.path.replace(/^\/[^/]*/, '') : first.path;
      return faulty([{ ...first, path: `/payload${path}` }]);
    }
    case 'not-asked': {
      const detail = say('question.not-asked', { reason: quoted(fault.reason) });
      return new ProblemError('invalid-question', detail);
    }
    case 'key-conflict': {
      const path = `/${otherMember(fault.before, request)}`;
      const detail = say('question.key-conflict', { path });
      return new ProblemError('idempotency-conflict', detail, {
        errors: [faultAt(path, detail)],
      });
    }
    case 'too-many':
      return new ProblemError(
        'too-many-questions',
        say('question.too-many', { count: maxOpenQuestions }),
      );
    case 'too-many-in-task':
      return new ProblemError('too-many-questions', say('question.too-many-in-task'));
    case 'revoked':
      return new ProblemError('unauthorized', say('question.revoked'));
  }
}

/** The first member in which two questions differ. */
function otherMember(before: HttpQuestion | null, now: HttpQuestion): string {
  const left = new Map<string, unknown>(Object.entries(before ?? {}));
  const right = new Map<string, unknown>(Object.entries(now));
  const names = [...right.keys(), ...left.keys()];
  const isOther = (name: string) =>
    JSON.stringify(left.get(name)) !== JSON.stringify(right.get(name));
  return names.find(isOther) ?? 'ask';
}

/** A question as its program sees it. `origin`: where people open the console. */
export function questionOf(
  { row, question, prompt, receipt }: FoundQuestion,
  origin: string,
): Question {
  const status = questionStatusOf(prompt);
  const signed = receipt === null ? {} : { receipt };
  const url = `${origin}/inbox/${encodeURIComponent(row.prompt)}`;
  const reported = row.result === null ? null : JSON.parse(row.result);
  return {
    id: row.id,
    status: status.kind === 'closed' ? status.state : status.kind,
    url,
    ...(status.kind === 'closed' && status.reason !== '' ? { reason: status.reason } : {}),
    ...(status.kind === 'answered'
      ? { outcome: { ...httpOutcome(question, status), ...signed } }
      : {}),
    ...(reported === null
      ? {}
      : { result: { ...reported, at: new Date(reported.at).toISOString() } }),
  };
}

/** What is posted to the address that the program named; null = the question is still open. */
export function callOfQuestion(
  found: FoundQuestion,
  { origin, at }: { origin: string; at: number },
): QuestionCall | null {
  const data = questionOf(found, origin);
  const { status } = data;
  if (status === 'open' || status === 'failed') return null;
  return { type: `question.${status}`, timestamp: new Date(at).toISOString(), data };
}
