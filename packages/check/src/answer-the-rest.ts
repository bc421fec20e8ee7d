import { randomUUID } from 'node:crypto';
import { isBlocking } from '@countersign/upformat/prompt';
import { fittingAnswer, questionIn } from './questions.ts';
import type { StartedRun, Target } from './target.ts';

const maxQuestions = 20;

/** Answers the further questions of a run that block it, so that it can end; returns why it cannot, null = it can. */
export async function answerTheRest(
  target: Target,
  { threadId, runId, reader }: StartedRun,
): Promise<string | null> {
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
    if (feedback === null) return 'A question of the run takes knowledge to answer.';
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
    if (status !== 200) return `An answer to a further question was refused with ${status}.`;
  }
  return `The run asked more than ${maxQuestions} questions.`;
}
