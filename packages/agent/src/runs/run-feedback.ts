import { customName } from '@countersign/hai/event';
import { commentAnswers } from '@countersign/upformat/answers';
import { type QuestionEnd, questionEndOf } from '@countersign/upformat/ended-message';
import { type UpMessage, upMessageSchema } from '@countersign/upformat/message';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import { z } from 'zod';
import { type ChildRun, forwardFeedback } from '../child-run.ts';
import { outcomeOfEnd } from '../outcome.ts';
import { problemResponse } from '../problem-response.ts';
import { receiptObjection } from '../receipts.ts';
import { upFormatOf } from '../up-format.ts';
import type { Run } from './run.ts';
import type { OpenPrompt } from './run-prompts.ts';

/** Body of `POST <feedback.url>`: the UpFormat message with the answer, or an instruction for no prompt. */
export const feedbackRequestSchema = z.looseObject({
  threadId: z.string(),
  runId: z.string(),
  message: upMessageSchema,
  idempotencyKey: z.string().min(1).max(200).optional(),
});

interface Kept {
  status: number;
  text: string;
  type: string;
}
type Outcome = { keep: boolean; response: Response };

const delivered = (run: Run, message: UpMessage): Outcome => ({
  keep: true,
  response: Response.json({ runId: run.runId, messageId: message.messageId, status: 'delivered' }),
});
const refused = (response: Response): Outcome => ({ keep: false, response });

/** Feedback to one run: answers to its prompts, answers forwarded to the agents it called, instructions. */
export interface RunFeedback {
  handle(message: UpMessage, key: string): Promise<Response>;
}

/** Once per key: the same key gets the same response and has no second effect, also while the first is in progress. */
export function createRunFeedback(run: Run): RunFeedback {
  const replies = new Map<string, Promise<Kept | null>>();

  const keep = async (outcome: Outcome): Promise<{ kept: Kept; settled: boolean }> => ({
    kept: {
      status: outcome.response.status,
      text: await outcome.response.text(),
      type: outcome.response.headers.get('content-type') ?? 'application/json',
    },
    settled: outcome.keep,
  });
  const restore = ({ status, text, type }: Kept) =>
    new Response(text, { status, headers: { 'content-type': type, 'cache-control': 'no-store' } });

  return {
    async handle(message, key) {
      const known = await replies.get(key);
      if (known) return restore(known);
      let settle: (kept: Kept | null) => void = () => {};
      const pending = new Promise<Kept | null>((resolve) => {
        settle = resolve;
      });
      replies.set(key, pending);
      let reply: Kept | null = null;
      try {
        const { kept, settled } = await keep(await take(run, message, key));
        if (settled) reply = kept;
        return restore(kept);
      } finally {
        // A refusal or failure changed nothing, so it is not stored: the same key may be retried.
        if (reply === null && replies.get(key) === pending) replies.delete(key);
        settle(reply);
      }
    },
  };
}

async function take(run: Run, message: UpMessage, key: string): Promise<Outcome> {
  if (run.endedAt() !== null) return refused(problemResponse('run-ended'));
  const { upFeedback, parentMessageId } = message;
  const prompt = parentMessageId === undefined ? undefined : run.prompts.get(parentMessageId);
  if (!upFeedback) {
    const end = questionEndOf(message);
    if (end !== null)
      return prompt
        ? endQuestion(run, prompt, { message, end, key })
        : refused(problemResponse('prompt-unknown'));
    const { expiresAt } = upPromptOf(message);
    if (prompt && expiresAt !== undefined) return extend(run, prompt, { message, expiresAt, key });
    return refused(problemResponse('invalid-request', 'The message carries no upFeedback.'));
  }
  if (prompt) return answer(run, prompt, message, key);
  if (upFeedback.type === 'instruction' || upFeedback.type === 'comment') {
    return instruct(run, message, upFeedback.content.text);
  }
  return refused(problemResponse('prompt-unknown'));
}

async function answer(
  run: Run,
  prompt: OpenPrompt,
  message: UpMessage,
  key: string,
): Promise<Outcome> {
  const { upFeedback } = message;
  const isComment = upFeedback?.type === 'comment';
  if (prompt.child) {
    const response = await forwardFeedback(prompt.child, { message, idempotencyKey: key });
    if (!response) return refused(problemResponse('agent-unreachable'));
    if (!response.ok) return refused(response);
    if (!isComment) run.lineage.last = message.messageId;
    // The reply names the run that was asked, not the one behind it.
    return delivered(run, message);
  }
  const closed = closedProblem(prompt);
  if (closed !== null) return refused(closed);
  if (!upFeedback) return refused(problemResponse('invalid-request'));
  const { allowed = [] } = upPromptOf(prompt.message);
  // An empty list is treated as absent.
  if (allowed.length > 0 && !allowed.includes(upFeedback.type)) {
    const detail = `This prompt takes ${allowed.join(', ')}.`;
    return refused(problemResponse('invalid-feedback', detail));
  }
  if (isComment && !commentAnswers(prompt.message, run.commentsAreAnswers)) {
    prompt.receive?.({ text: upFeedback.content.text, message });
    return delivered(run, message);
  }
  const read = prompt.reader.feedback(prompt.message, upFeedback);
  if (run.receipts && (upFeedback.type === 'approve' || upFeedback.type === 'edit')) {
    const value = upFeedback.type === 'approve' ? prompt.message.payload : upFeedback.content.value;
    const receipt = message['receipt'];
    const answered = { receipt, value, now: run.clock.now() };
    const objection = await receiptObjection(answered, run.receipts);
    if (objection !== null) return refused(problemResponse('invalid-feedback', objection));
    // It was closed while the receipt was looked up.
    const closedSince = closedProblem(prompt);
    if (closedSince !== null) return refused(closedSince);
  }
  if ('faults' in read) {
    const [first] = read.faults;
    return refused(problemResponse('invalid-feedback', first?.message, { errors: read.faults }));
  }
  prompt.state = 'answered';
  acknowledge(run, message, 'Answer received.');
  prompt.answer?.({ outcome: read.outcome, feedback: upFeedback, message });
  return delivered(run, message);
}

/** A person extended the deadline: it applies from now on, also to later revisions. The answer is still expected. */
async function extend(
  run: Run,
  prompt: OpenPrompt,
  { message, expiresAt, key }: { message: UpMessage; expiresAt: string; key: string },
): Promise<Outcome> {
  if (prompt.child) return forward(run, prompt.child, { message, key });
  const closed = closedProblem(prompt);
  if (closed !== null) return refused(closed);
  const upPrompt = { ...upPromptOf(prompt.message), expiresAt };
  prompt.message = { ...prompt.message, upPrompt };
  return delivered(run, message);
}

/** Nobody will answer any more: the run function continues without an answer. */
async function endQuestion(
  run: Run,
  prompt: OpenPrompt,
  { message, end, key }: { message: UpMessage; end: QuestionEnd; key: string },
): Promise<Outcome> {
  if (prompt.child) return forward(run, prompt.child, { message, key });
  const closed = closedProblem(prompt);
  if (closed !== null) return refused(closed);
  // Its questions are sent with an outcome: only a run with all of their answers continues it.
  if (run.isInterrupted()) return refused(problemResponse('run-ended'));
  prompt.state = 'ended';
  acknowledge(run, message, 'The question has ended.');
  prompt.answer?.({ outcome: outcomeOfEnd(end), feedback: null, message });
  return delivered(run, message);
}

/** Passes a notice about a question on to the agent that asked it. */
async function forward(
  run: Run,
  child: ChildRun,
  { message, key }: { message: UpMessage; key: string },
): Promise<Outcome> {
  const response = await forwardFeedback(child, { message, idempotencyKey: key });
  if (!response) return refused(problemResponse('agent-unreachable'));
  // The reply names the run that was asked, not the one behind it.
  return response.ok ? delivered(run, message) : refused(response);
}

function closedProblem({ state }: OpenPrompt): Response | null {
  if (state === 'answered') return problemResponse('prompt-answered');
  if (state === 'withdrawn') return problemResponse('prompt-withdrawn');
  return state === 'ended' ? problemResponse('prompt-ended') : null;
}

function instruct(run: Run, message: UpMessage, text: string): Outcome {
  if (run.signal.aborted) return refused(problemResponse('run-ended', 'The run is stopping.'));
  if (!run.instruct(message, text)) return refused(problemResponse('busy'));
  acknowledge(run, message, 'Instruction received.');
  return delivered(run, message);
}

/** Confirms in the stream that the answer was received; while paused this waits like every other event. */
function acknowledge(run: Run, message: UpMessage, explanation: string): void {
  run.lineage.last = message.messageId;
  const value = upFormatOf(run, { state: 'submitted', explanation });
  run.gate.emit({ type: 'CUSTOM', name: customName.upformat, value }).catch(() => {
    // The run ended before it could be sent.
  });
}
