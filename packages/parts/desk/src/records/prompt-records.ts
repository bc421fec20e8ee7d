import type { AnsweredBy } from '@countersign/api/origin';
import type { Decision, DeliveryMethod, Prompt, PromptComment } from '@countersign/api/prompt';
import type { RowSource } from '@countersign/api/prompt-row';
import { deliveryMethodOf } from '@countersign/desk/delivery-method';
import { extensionOf } from '@countersign/desk/extension';
import type { Reading } from '@countersign/server/store/port';
import { storedJson } from '@countersign/server/store/stored-json';
import { commentAnswers } from '@countersign/upformat/answers';
import type { UpMessage } from '@countersign/upformat/message';
import { capabilitiesOf } from '../agents/capabilities.ts';
import { commentRows } from '../rows/comments.ts';
import {
  type DecisionRow,
  decisionRow,
  decisionRowOf,
  failedDecisionRowOf,
} from '../rows/decisions.ts';
import { originOf } from '../rows/origin-columns.ts';
import { queuedThreadOf } from '../rows/outbox.ts';
import { votesOf } from '../rows/policy/votes.ts';
import {
  type PromptRow,
  plainPromptRow,
  promptRow,
  promptRowOfMessage,
} from '../rows/questions/prompt-rows.ts';
import { waitsFor } from './answer-group.ts';
import { openRunOf } from './open-runs.ts';

/** The data for the decision: the run that asked, and its agent. */
interface DeliveryMethodRow {
  answered_by: AnsweredBy;
  run_status: string | null;
  run_ended: number | null;
  /** JSON; null = the agent is not in the registry. */
  descriptor: string | null;
}

/** How an answer would currently be sent to the agent. */
const deliveryMethodOfRow = (row: DeliveryMethodRow): DeliveryMethod =>
  deliveryMethodOf({
    answeredBy: row.answered_by,
    runStatus: row.run_status,
    runEnded: row.run_ended,
    agent:
      row.descriptor === null
        ? null
        : { takesFeedback: capabilitiesOf(JSON.parse(row.descriptor)).answers },
  });

/** Whether a comment closes a prompt of this agent; other comments are only added. */
const takesCommentsAsAnswers = (descriptor: string | null, message: UpMessage): boolean =>
  commentAnswers(
    message,
    descriptor !== null && JSON.parse(descriptor).commentsAreAnswers === true,
  );

async function toDecision(reading: Reading, row: DecisionRow): Promise<Decision> {
  return {
    id: row.id,
    promptId: row.prompt,
    by: {
      kind: row.by_kind,
      id: row.by_id,
      name: row.by_name,
      ...(row.rule === null ? {} : { rule: storedJson(row.rule) }),
    },
    feedback: storedJson(row.feedback),
    digest: row.digest,
    state: row.state,
    recordedAt: row.recorded,
    releaseAt: row.release_at,
    ...(row.in_bulk === 1 ? { inBulk: true as const } : {}),
    waitsFor: row.state === 'recorded' ? await waitsFor(reading, row.prompt) : [],
    ...(row.state === 'recorded' ? await waitsForRun(reading, row.id) : {}),
    deliveredAt: row.delivered,
    acknowledgedAt: row.acknowledged,
    attempts: row.attempts,
    failure: row.failure,
    failureStatement: parsed(row.failure_statement) ?? undefined,
    ...(row.outcome === null ? {} : { outcome: storedJson(row.outcome) }),
  };
}

/** The run whose end an answer in the queue of its task waits for. */
async function waitsForRun(reading: Reading, id: string): Promise<{ waitsForRun?: string }> {
  const read = async () => {
    const row = await queuedThreadOf(reading, id);
    return row === undefined ? null : await openRunOf(reading, row.thread);
  };
  // The answer is returned even if what it waits for cannot be read.
  const run = await reading.pastDamage('outbox', read, null);
  return run === null ? {} : { waitsForRun: run.id };
}

const parsed = <Value>(json: string | null): Value | null =>
  json === null ? null : storedJson<Value>(json);

/** A prompt as shown in a list, and the data for it. */
async function toSource(reading: Reading, row: PromptRow) {
  const message: UpMessage = storedJson(row.message);
  return {
    id: row.id,
    ...(row.asker === null
      ? { taskId: row.thread, taskTitle: row.title ?? row.thread }
      : { taskId: null, taskTitle: null }),
    agentId: row.agent,
    agentName: row.asker ?? row.agent_name ?? row.agent,
    relayedFor: row.relayed,
    origin: originOf(row),
    source: parsed<Prompt['source']>(row.source) ?? {
      id: row.message_id,
      reason: null,
      toolName: null,
      together: null,
    },
    classKey: row.class_key,
    blocking: row.blocking === 1,
    state: row.state,
    severity: row.severity,
    revision: row.revision,
    sequence: row.sequence,
    place: row.place,
    ask: row.ask,
    message,
    openedAt: row.opened,
    expiresAt: row.expires,
    claim: parsed<Prompt['claim']>(row.claim),
    snooze: parsed<Prompt['snooze']>(row.snooze),
    escalation: parsed<Prompt['escalation']>(row.escalation),
    seen: parsed<Prompt['seen']>(row.seen),
    closedAt: row.closed,
    decision: row.state === 'answered' ? await decisionOfPrompt(reading, row.id) : null,
  } satisfies RowSource;
}

export async function toPrompt(reading: Reading, row: PromptRow): Promise<Prompt> {
  const source = await toSource(reading, row);
  const { message } = source;
  const demand = parsed<Prompt['demand']>(row.demand);
  return {
    ...source,
    runId: row.run === '' ? null : row.run,
    digest: row.digest,
    demand,
    votes: (demand?.approvals ?? 1) > 1 ? await votesOf(reading, row.id) : [],
    signals: parsed<Prompt['signals']>(row.signals) ?? [],
    revisedAt: row.revised,
    extension: extensionOf(message, row.extended),
    closedReason: row.closed_reason,
    closedStatement: parsed(row.closed_statement) ?? undefined,
    stoppedBy: parsed(row.stopped_by),
    returned: row.state === 'open' ? await returnedOf(reading, row.id) : null,
    way: deliveryMethodOfRow(row),
    comments: await commentsOf(reading, row.id),
    commentsAnswer: takesCommentsAsAnswers(row.descriptor, message),
  };
}

/** The columns for the row of a prompt in a list: less than for the whole prompt. */
export async function readRowSource(reading: Reading, id: string): Promise<RowSource | null> {
  const row = await plainPromptRow(reading, id);
  return row === undefined ? null : await toSource(reading, row);
}

export async function readPrompt(reading: Reading, id: string): Promise<Prompt | null> {
  const row = await promptRow(reading, id);
  return row === undefined ? null : await toPrompt(reading, row);
}

/** The prompt that a message has opened, for any format of its id. */
export async function readPromptOf(
  reading: Reading,
  threadId: string,
  messageId: string,
): Promise<Prompt | null> {
  const row = await promptRowOfMessage(reading, threadId, messageId);
  return row === undefined ? null : await toPrompt(reading, row);
}

async function decisionOfPrompt(reading: Reading, promptId: string): Promise<Decision | null> {
  const row = await decisionRowOf(reading, promptId);
  return row === undefined ? null : await toDecision(reading, row);
}

async function commentsOf(reading: Reading, promptId: string): Promise<PromptComment[]> {
  return (await commentRows(reading, promptId)).map(({ id, by_id, by_name, at, feedback }) => ({
    id,
    by: { id: by_id, name: by_name },
    at,
    feedback: storedJson(feedback),
  }));
}

/** The last failed answer. */
async function returnedOf(reading: Reading, promptId: string): Promise<Decision | null> {
  const row = await failedDecisionRowOf(reading, promptId);
  return row === undefined ? null : await toDecision(reading, row);
}

export async function readDecision(reading: Reading, id: string): Promise<Decision | null> {
  const row = await decisionRow(reading, id);
  return row === undefined ? null : await toDecision(reading, row);
}
