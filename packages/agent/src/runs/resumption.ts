import { feedbackOfResume } from '@countersign/adapters/ag-ui/upformat-interrupt';
import { customName } from '@countersign/hai/event';
import type { RunAgentInput } from '@countersign/hai/run-input';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import { z } from 'zod';
import { type Outcome, outcomeOfEnd } from '../outcome.ts';
import { upFormatOf } from '../up-format.ts';
import type { Run } from './run.ts';
import type { OpenPrompt } from './run-prompts.ts';

const entriesSchema = z.array(
  z.looseObject({
    interruptId: z.string(),
    status: z.enum(['resolved', 'cancelled']),
    payload: z.unknown().optional(),
    metadata: z.record(z.string(), z.unknown()).optional(),
  }),
);
type Entry = z.infer<typeof entriesSchema>[number];

/** Why a run cannot continue: the content of its RUN_ERROR. */
export interface Refusal {
  code: 'interrupts-open' | 'interrupt-unknown' | 'interrupt-expired' | 'resume-invalid';
  message: string;
}

/** The answer to each open prompt; null = it is cancelled. */
export type Answered = {
  prompt: OpenPrompt;
  /** What the person said; without feedback it was cancelled, and has no default. */
  given: { feedback: UpFeedback | null; outcome: Outcome<unknown> };
  by: string;
};

/** Reads the answers of a run, without any effect: all of them are valid, or none is accepted (AG-UI: no partial resume). */
export function readResume(
  run: Run,
  input: RunAgentInput,
): { answered: Answered[] } | { refusal: Refusal } {
  const parsed = entriesSchema.safeParse(input.resume ?? []);
  if (!parsed.success) return refused('resume-invalid', z.prettifyError(parsed.error));
  const open = run.prompts.open();
  const known = new Set(open.map(({ message }) => message.messageId));
  const entries = new Map<string, Entry>();
  for (const entry of parsed.data) {
    const { interruptId } = entry;
    if (!known.has(interruptId)) {
      return refused('interrupt-unknown', `There is no open interrupt ${interruptId}.`);
    }
    if (entries.has(interruptId)) {
      return refused('resume-invalid', `The interrupt ${interruptId} is answered twice.`);
    }
    entries.set(interruptId, entry);
  }
  const answered: Answered[] = [];
  const missing: string[] = [];
  for (const prompt of open) {
    const entry = entries.get(prompt.message.messageId);
    if (entry === undefined) {
      missing.push(prompt.message.messageId);
      continue;
    }
    const read = readEntry(run, prompt, entry);
    if ('refusal' in read) return read;
    answered.push(read);
  }
  if (missing.length > 0) {
    return refused('interrupts-open', `Not answered: ${missing.join(', ')}.`);
  }
  return { answered };
}

function readEntry(run: Run, prompt: OpenPrompt, entry: Entry): Answered | { refusal: Refusal } {
  const { message } = prompt;
  const { interruptId, status, payload, metadata = {} } = entry;
  const said = metadata['reason'];
  const { expiresAt, defaultFeedback } = upPromptOf(message);
  const isExpired = expiresAt !== undefined && Date.parse(expiresAt) <= run.clock.now();
  if (status === 'cancelled') {
    // The default is for questions without an answer.
    const by = `${run.agentId}:default`;
    if (defaultFeedback !== undefined)
      return readGiven(prompt, defaultFeedback, { interruptId, by });
    const explanation = typeof said === 'string' ? said : 'The question was given up.';
    const outcome = outcomeOfEnd({ ended: isExpired ? 'expired' : 'withdrawn', explanation });
    return { prompt, given: { feedback: null, outcome }, by: 'operator' };
  }
  if (isExpired) {
    return refused('interrupt-expired', `The interrupt ${interruptId} expired at ${expiresAt}.`);
  }
  const read = feedbackOfResume(message, { payload, metadata });
  if ('problem' in read) {
    return refused('resume-invalid', `The answer to ${interruptId} does not fit: ${read.problem}`);
  }
  return readGiven(prompt, read.feedback, { interruptId, by: 'operator' });
}

function readGiven(
  prompt: OpenPrompt,
  feedback: UpFeedback,
  { interruptId, by }: { interruptId: string; by: string },
): Answered | { refusal: Refusal } {
  const read = prompt.reader.feedback(prompt.message, feedback);
  if ('outcome' in read) {
    return { prompt, given: { feedback, outcome: read.outcome }, by };
  }
  const why = read.faults.map(({ message }) => message).join(' ');
  return refused('resume-invalid', `The answer to ${interruptId} does not fit: ${why}`);
}

/** The work continues in the run of `input`, with the result of {@link readResume}. */
export function continueRun(run: Run, input: RunAgentInput, answered: readonly Answered[]): void {
  run.continueRun(input);
  for (const { prompt, given, by } of answered) {
    prompt.state = given.feedback === null ? 'ended' : 'answered';
    prompt.answer?.({ ...given, message: answerOf(run, prompt.message, given.feedback, by) });
  }
}

function answerOf(run: Run, asked: UpMessage, feedback: UpFeedback | null, by: string): UpMessage {
  const answer: UpMessage = {
    messageId: run.createId(),
    threadId: asked.threadId,
    parentMessageId: asked.messageId,
    timestamp: new Date(run.clock.now()).toISOString(),
    ...(feedback === null ? { state: 'cancelled' } : { state: 'submitted', upFeedback: feedback }),
    agentId: by,
  };
  run.lineage.last = asked.messageId;
  const explanation = feedback === null ? 'The question has ended.' : 'Answer received.';
  const value = upFormatOf(run, { state: 'submitted', explanation });
  run.gate.emit({ type: 'CUSTOM', name: customName.upformat, value }).catch(() => {
    // The run ended before it could be sent.
  });
  return answer;
}

const refused = (code: Refusal['code'], message: string): { refusal: Refusal } => ({
  refusal: { code, message },
});
