import type { DecisionFact } from '@countersign/api/fact';
import { say } from '@countersign/api/statements';
import { customName } from '@countersign/hai/event';
import { textOf } from '@countersign/json/text-of';
import { hasEventOf } from '@countersign/server/store/events';
import type { Transaction } from '@countersign/server/store/transaction';
import { placeOf } from '../records/prompt-fact.ts';
import { readDecision, readPrompt } from '../records/prompt-records.ts';
import { acknowledgeSent } from '../rows/decisions.ts';
import { carriesOf, readRun } from '../rows/runs.ts';
import { leaveInDoubt, returnAnswer } from './return-answer.ts';

/** Ids of the decisions a run carries to its agent, as stored in `runs.carries`. */
export function carriedBy(carries: string | null): string[] {
  if (carries === null) return [];
  return carries.startsWith('[') ? JSON.parse(carries) : [carries];
}

/** What {@link carriedBy} reads. */
export const writeCarried = (ids: readonly string[]): string | null =>
  ids.length > 1 ? JSON.stringify(ids) : (ids[0] ?? null);

/** Ids of the decisions that a run carries. */
export const carriedOf = async (transaction: Transaction, runId: string): Promise<string[]> =>
  carriedBy((await carriesOf(transaction, runId))?.carries ?? null);

/**
 * An agent without an explicit acknowledgement acknowledges the answer by continuing: by work events, or by ending successfully. The
 * start of the run is not enough, because a refusal starts it too. UpFormat's own answers wait for a message, unless the protocol of
 * the agent has none (`continuesSilently`).
 */
export async function acknowledgeCarried(
  transaction: Transaction,
  runId: string,
  continuesSilently = false,
): Promise<void> {
  for (const id of await carriedOf(transaction, runId)) {
    await acknowledge(transaction, id, continuesSilently);
  }
}

/** The agent has accepted this answer. */
export async function acknowledge(
  transaction: Transaction,
  id: string,
  continuesSilently = false,
): Promise<void> {
  const decision = await readDecision(transaction, id);
  const prompt = decision === null ? null : await readPrompt(transaction, decision.promptId);
  if (prompt === null) return;
  if (prompt.origin.answeredBy === 'message' && !continuesSilently) return;
  const changed = await acknowledgeSent(transaction, id);
  if (changed > 0) await notify(transaction, id, 'acknowledged');
}

/** Events that an agent sends only after it has continued. Snapshots, steps and raw events of its framework may come before. */
const work: ReadonlySet<string> = new Set([
  'BUSINESS_DATA_CONTENT',
  'TOOL_CALL_START',
  'TOOL_CALL_RESULT',
  'STATE_DELTA',
  'AGENT_COLLABORATIVE_MESSAGE_START',
]);

/** Whether an event of this agent shows that it has continued. */
export function provesWork({ json, speaker }: { json: string; speaker: string }, agentId: string) {
  // Most events belong to runs that carry nothing, and need not be parsed for this.
  return speaker === agentId && work.has(typeIn(json));
}

/** The type of a journalled event, which is written first. */
const typeIn = (json: string): string => /^\{"type":"([A-Z_]+)"/.exec(json)?.[1] ?? '';

/**
 * A run that fails before any work has refused the answers it was started with. If they were sent before, and the reply was lost, the
 * agent may have refused what it had done already.
 */
export async function refuseCarried(
  transaction: Transaction,
  run: { threadId: string; runId: string; agentId: string },
  error: string,
): Promise<void> {
  const carried = await carriedOf(transaction, run.runId);
  if (carried.length === 0 || (await hasWorked(transaction, run))) return;
  const said: { message?: unknown } = JSON.parse(error);
  const reason =
    said.message === undefined
      ? say('delivery.agent-refused-silently')
      : say('delivery.agent-refused', { said: textOf(said.message) });
  const isRepeat = ((await readRun(transaction, run.runId))?.posted ?? 0) > 1;
  for (const id of carried) {
    if (isRepeat)
      await leaveInDoubt(transaction, id, say('delivery.repeat-refused', { why: reason }));
    else await returnAnswer(transaction, id, { as: 'refused', reason });
  }
}

async function hasWorked(
  transaction: Transaction,
  { threadId, runId, agentId }: { threadId: string; runId: string; agentId: string },
): Promise<boolean> {
  return hasEventOf(transaction, {
    threadId,
    runId,
    agentId,
    types: [...work],
  });
}

async function notify(
  transaction: Transaction,
  id: string,
  change: DecisionFact['change'],
): Promise<void> {
  const decision = await readDecision(transaction, id);
  const prompt = decision === null ? null : await readPrompt(transaction, decision.promptId);
  if (decision === null || prompt === null) return;
  const fact: DecisionFact = { change, decision };
  await transaction.fact(placeOf(prompt), customName.decision, fact);
}
