import { textOfFeedback } from '@countersign/adapters/feedback-text';
import { type HttpOutcome, httpOutcome } from '@countersign/adapters/program/http-question';
import type { AskedQuestion, QuestionStatus } from '@countersign/adapters/program/status';
import { isObject } from '@countersign/json/json-object';

/** What a question of a held call comes to. `again`: nobody has decided. */
export type Verdict =
  | { kind: 'open' }
  | { kind: 'allowed'; input: Record<string, unknown> | null; by: string }
  | { kind: 'denied'; reason: string; again: boolean };

const denied = (reason: string, again = false): Verdict => ({ kind: 'denied', reason, again });

/** Only what a person, or a rule of theirs, has decided is a yes: never a default. */
const deciders = new Set<HttpOutcome['how']>(['operator', 'bulk', 'rule']);

/** The words for the model are short, factual, and end with what is possible next. */
export function verdictOf(question: AskedQuestion, status: QuestionStatus): Verdict {
  if (status.kind === 'open') return { kind: 'open' };
  if (status.kind === 'closed') {
    return status.state === 'expired'
      ? denied('Nobody answered in time. Make the same call again to ask again.', true)
      : denied(
          `The question was withdrawn. ${status.reason} Make the same call again to ask again.`,
          true,
        );
  }
  const outcome = httpOutcome(question, status);
  const { type, value, how } = outcome;
  if (!deciders.has(how)) return denied('No person has decided.', true);
  if (type === 'approve') return { kind: 'allowed', input: null, by: status.by };
  if (type === 'edit' && isObject(value)) return { kind: 'allowed', input: value, by: status.by };
  const words = textOfFeedback(status.feedback);
  if (type !== 'reject') return denied(`${status.by} answered instead: ${words ?? ''}`);
  return denied(
    words === null || words === ''
      ? `${status.by} rejected this call. Do not try the same in another way; say what you wanted to do, and ask what to do instead.`
      : `${status.by} rejected this call: ${words}`,
  );
}
