import { randomUUID } from 'node:crypto';
import { emptyHistory, foldHistory } from '@countersign/adapters/ag-ui/history/history';
import type { ForeignAsk } from '@countersign/adapters/ask';
import { createAskReader } from '@countersign/adapters/ask-reader';
import { continuingRun } from '@countersign/adapters/continuing-run';
import { frontEndTools } from '@countersign/adapters/hai/front-end-tools';
import type { RunBase, RunContent } from '@countersign/adapters/protocol/continuation';
import type { WrittenStatement } from '@countersign/json/statement';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import { within } from '../body-reader.ts';
import type { Notebook } from '../finding.ts';
import { fittingAnswer } from '../questions.ts';
import { seen } from '../statements.ts';
import type { StartedRun, Target } from '../target.ts';

/** The questions of a run that has ended, asked in the ways of other formats: interrupts, calls, forms. */
export function foreignAsks(
  target: Target,
  { threadId, runId, reader }: StartedRun,
  isAgUi: boolean,
): ForeignAsk[] {
  const { id, tools = [] } = target.agent;
  const asks = createAskReader({ threadId, runId, tools, undeclared: isAgUi });
  const received = { agentId: id, timestamp: new Date().toISOString(), relayed: false };
  const found = reader.events.flatMap((event) => asks.read(event, received).asks);
  return [...found, ...asks.left(received)];
}

/** Answers all questions of a run that has ended by a new run, as a console does. */
export async function checkForeignAnswers(
  target: Target,
  run: StartedRun,
  asks: readonly ForeignAsk[],
  note: Notebook,
): Promise<void> {
  if (asks.length === 0) {
    note.skip('answer.delivered', seen('check.seen.no-question'));
    return;
  }
  const answers = asks.flatMap(({ origin, message, source }) => {
    const feedback = fittingAnswer(message);
    const { protocol, kind, answeredBy } = origin;
    if (feedback === null) return [];
    return [
      {
        ...{ origin: { protocol, kind, answeredBy }, source },
        ...{ decisionId: randomUUID(), message, feedback },
      },
    ];
  });
  if (answers.length < asks.length) {
    note.skip('answer.continued', seen('check.seen.takes-knowledge'));
    return;
  }
  const brings = { kind: 'answers', answers: { answers, lapsed: [], abandoned: [] } } as const;
  await continued(target, run, brings, note);
}

/** Answers a question in UpFormat by a new run: the agent has no endpoint for answers. */
export async function checkLaterAnswer(
  target: Target,
  run: StartedRun,
  question: UpMessage,
  note: Notebook,
): Promise<void> {
  note.skip('answer.delivered', seen('check.seen.no-feedback'));
  const upFeedback = fittingAnswer(question);
  if (upFeedback === null) {
    note.skip('answer.continued', seen('check.seen.takes-knowledge'));
    return;
  }
  const id = randomUUID();
  const message = answerTo(question, run, { id, upFeedback });
  await continued(target, run, { kind: 'message', id, message, givenUp: [] }, note);
}

const answerTo = (
  question: UpMessage,
  { threadId }: StartedRun,
  { id, upFeedback }: { id: string; upFeedback: UpFeedback },
): UpMessage => ({
  ...{ messageId: id, threadId, parentMessageId: question.messageId },
  ...{ timestamp: new Date().toISOString(), state: 'submitted' as const },
  ...{ agentId: 'operator:check', upFeedback },
});

async function continued(
  target: Target,
  run: StartedRun,
  brings: RunContent,
  note: Notebook,
): Promise<void> {
  const next = await target.continue(continuingRun(baseOf(target, run), brings));
  const { reader } = next;
  if (reader.status !== 200) {
    reader.close();
    note.fail('answer.continued', seen('check.seen.status', { status: reader.status }));
    return;
  }
  const isEnd = ({ type }: { type: string }) => type === 'RUN_FINISHED' || type === 'RUN_ERROR';
  await within(target.patienceMs, reader.until(isEnd));
  reader.close();
  const wrong = wrongEnd(next);
  if (wrong === null) note.pass('answer.continued');
  else note.fail('answer.continued', wrong);
}

function wrongEnd({ reader }: StartedRun): WrittenStatement | null {
  const error = reader.events.find(({ type }) => type === 'RUN_ERROR');
  if (error?.type === 'RUN_ERROR') {
    return seen('check.seen.run-error', { message: error.message.slice(0, 300) });
  }
  if (!reader.events.some(({ type }) => type === 'RUN_STARTED')) {
    return seen('check.seen.not-begun');
  }
  const hasEnded = reader.events.some(({ type }) => type === 'RUN_FINISHED');
  return hasEnded ? null : seen('check.seen.not-ended');
}

/** What a console keeps of a thread: the messages, by the rules of AG-UI, and the state. */
function baseOf(target: Target, run: StartedRun): RunBase {
  const { threadId, reader } = run;
  const begun = { ...emptyHistory(threadId), messages: [target.messageOf(run)] };
  const envelopes = reader.events.map((event, index) => ({
    ...{ position: index + 1, threadId, runId: run.runId, sequence: index + 1 },
    ...{ receivedAt: Date.now(), agentId: target.agent.id, event },
  }));
  const { messages } = foldHistory(begun, envelopes);
  const state = reader.events.findLast(({ type }) => type === 'STATE_SNAPSHOT');
  return {
    ...{ threadId, runId: randomUUID(), tools: [...frontEndTools], messages },
    ...(state?.type === 'STATE_SNAPSHOT' ? { state: state.snapshot } : {}),
    unanswered: new Map(),
  };
}
