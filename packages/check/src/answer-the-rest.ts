import { randomUUID } from 'node:crypto';
import type { WrittenStatement } from '@countersign/json/statement';
import { isBlocking } from '@countersign/upformat/prompt';
import { fittingAnswer, questionIn } from './questions.ts';
import { seen } from './statements.ts';
import type { StartedRun, Target } from './target.ts';

const maxQuestions = 20;

/** Answers the further questions of a run that block it, so that it can end; returns why it cannot, null = it can. */
export async function answerTheRest(
  target: Target,
  { threadId, runId, reader }: StartedRun,
): Promise<WrittenStatement | null> {
  const url = target.agent.feedback?.url;
  if (url === undefined) return null;
  const known = new Set<string>();
  const first = reader.events.map(questionIn).find((question) => question !== null);
  if (first !== null && first !== undefined) known.add(first.messageId);
  while (known.size < maxQuestions) {
    const event = await reader.until((one) => {
      const question = questionIn(one);
      return question !== null && isBlocking(question) && !known.has(question.messageId);
    });
    const question = event === null ? null : questionIn(event);
    if (question === null) return null;
    known.add(question.messageId);
    const feedback = fittingAnswer(question);
    if (feedback === null) return seen('check.seen.further-takes-knowledge');
    const messageId = randomUUID();
    const message = {
      messageId,
      threadId,
      parentMessageId: question.messageId,
      timestamp: new Date().toISOString(),
      state: 'submitted',
      agentId: 'operator:check',
      upFeedback: feedback,
    };
    const { status } = await target.post(url, {
      threadId,
      runId,
      message,
      idempotencyKey: messageId,
    });
    if (status !== 200) return seen('check.seen.further-refused', { status });
  }
  return seen('check.seen.too-many-questions', { count: maxQuestions });
}
