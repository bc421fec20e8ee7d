import { canonicalJson } from '@countersign/json/canonical-json';
import type { Writing } from '../port.ts';

/** How long a confirmed answer may take to be sent. */
const sendWithinMs = 2 * 60 * 1000;
/** How long one confirmation is enough for rows that do not ask for one each time. */
const enoughForMs = 10 * 60 * 1000;

/** The text that a passkey signs as the decision: edits and reasons are part of it. */
export const decisionText = (feedback: unknown): string => canonicalJson(feedback);

/**
 * Whether the operator has confirmed exactly this answer to exactly this question with a passkey. Call it in the transaction that
 * records the answer: the confirmation is used up with it. `each`: the row asks for one each time; else one that is younger than ten
 * minutes is enough, also of another answer.
 */
export async function verifyStepUp(
  writing: Writing,
  answer: {
    operatorId: string;
    /** Of the question as it is stored, not as the page sent it. */
    digest: string;
    feedback: unknown;
    ask: 'each' | 'every-ten-minutes';
  },
): Promise<boolean> {
  const { operatorId, digest, feedback, ask } = answer;
  const taken = await writing.run(
    `UPDATE step_ups SET taken = ? WHERE operator = ? AND digest = ? AND decision = ?
     AND taken IS NULL AND confirmed > ?`,
    writing.now,
    operatorId,
    digest,
    decisionText(feedback),
    writing.now - sendWithinMs,
  );
  if (taken > 0 || ask === 'each') return taken > 0;
  const recent = await writing.get(
    'SELECT 1 FROM step_ups WHERE operator = ? AND confirmed > ?',
    operatorId,
    writing.now - enoughForMs,
  );
  return recent !== undefined;
}
