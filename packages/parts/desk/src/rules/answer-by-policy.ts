import type { Decider, Decision } from '@countersign/api/prompt';
import { judgeFeedback } from '@countersign/desk/content/feedback-check';
import { lineAuthor } from '@countersign/policy/accept-decision';
import { operation } from '@countersign/server/journal/operation';
import type { UpFeedback } from '@countersign/upformat/message';
import { type Ruling, rulingOn } from '../decisions/policy-in-force.ts';
import { storeDecision } from '../decisions/store-decision.ts';
import { readPrompt } from '../records/prompt-records.ts';
import { mayRulesAnswer } from './may-rules-answer.ts';

/** What a line answers by itself; null = it asks people. */
function answerOf({ line, bypass }: Ruling): { feedback: UpFeedback; delayMs?: number } | null {
  if (line === null) return null;
  const { then, name } = line;
  if (then.do === 'never')
    return { feedback: { type: 'reject', content: { reason: then.because ?? name } } };
  if (then.do === 'answer') {
    const feedback = { type: then.type, content: { reason: then.because ?? name } };
    return {
      feedback,
      ...(then.delaySeconds === undefined ? {} : { delayMs: then.delaySeconds * 1_000 }),
    };
  }
  return bypass === null
    ? null
    : { feedback: { type: 'approve', content: { reason: bypass.reason } } };
}

/** The answer of the line that fits a new question; null = none answers, or its answer does not fit what is asked. */
export const answerByPolicy = operation<{ promptId: string; decisionId: string }, Decision | null>(
  'answerByPolicy',
  async (transaction, { promptId, decisionId }) => {
    const prompt = await readPrompt(transaction, promptId);
    if (prompt === null || !(await mayRulesAnswer(transaction, prompt, transaction.now)))
      return null;
    const ruling = await rulingOn(transaction, prompt);
    const answer = answerOf(ruling);
    if (answer === null || ruling.line === null || ruling.demand === null) return null;
    const { id, name } = ruling.line;
    const { messageId } = prompt.message;
    const feedback: UpFeedback = { ...answer.feedback, target: { messageId } };
    if (judgeFeedback(prompt, feedback).faults.length > 0) return null;
    const by: Decider = {
      ...{ kind: 'rule', id: lineAuthor(id), name },
      rule: { id: `policy-${id}`, version: ruling.demand.line.version },
    };
    const { digest } = prompt;
    const submitted = { decisionId, by, feedback, digest, delayMs: answer.delayMs };
    const outcome = await storeDecision(transaction, prompt, submitted);
    return outcome.kind === 'recorded' ? outcome.decision : null;
  },
  { waits: true },
);
