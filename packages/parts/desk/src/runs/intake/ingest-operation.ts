import { say } from '@countersign/api/statements';
import { customName } from '@countersign/hai/event';
import type { WrittenStatement } from '@countersign/json/statement';
import { operation } from '@countersign/server/journal/operation';
import { addAnomalies } from '@countersign/server/store/task-marks';
import type { Transaction } from '@countersign/server/store/transaction';
import { acknowledgeCarried, provesWork, refuseCarried } from '../../decisions/carried-answers.ts';
import { takeForeignAsk, withdrawCall } from '../../decisions/questions/foreign-intake.ts';
import { takeUpMessage, tooManyOpen } from '../../decisions/questions/prompt-intake.ts';
import { isRunActive, keepLastEvent, markRunning } from '../../rows/runs.ts';
import { participantsOf, writeParticipants } from '../../rows/tasks.ts';
import { confirmControl, countSince } from '../control-progress.ts';
import { endRun } from '../run-end.ts';
import { agentsEnd, type IngestAnomaly, type IngestEvent, type IngestItem } from './ingest-item.ts';

export interface IngestInput {
  threadId: string;
  runId: string;
  agentId: string;
  items: IngestItem[];
  /** SSE id of the last complete frame in this batch; null = the agent sends none. */
  lastEventId: string | null;
  /** Whether continuing is all that its protocol has to acknowledge an answer with. */
  continuesSilently?: boolean;
}

/** Records a batch of one agent's events with all consequences: one transaction. */
export const ingest = operation<IngestInput, null>(
  'ingest',
  async (transaction, input) => {
    const speakers = new Set<string>();
    const tally = { events: 0, anomalies: 0 };
    for (const item of input.items) {
      if (item.kind === 'anomaly') await reportAnomaly(transaction, input, item, tally);
      else await takeEvent(transaction, input, item, tally, speakers);
    }
    await reportCount(transaction, input.runId, tally);
    if (input.lastEventId !== null) {
      await keepLastEvent(transaction, input.lastEventId, input.runId);
    }
    if (tally.anomalies > 0) {
      await addAnomalies(transaction, tally.anomalies, input.threadId);
    }
    await rememberSpeakers(transaction, input.threadId, speakers);
    return null;
  },
  { waits: true },
);

type Tally = { events: number; anomalies: number };

async function reportCount(transaction: Transaction, runId: string, tally: Tally): Promise<void> {
  await countSince(transaction, runId, tally.events);
  tally.events = 0;
}

async function reportAnomaly(
  transaction: Transaction,
  input: IngestInput,
  item: IngestAnomaly,
  tally: Tally,
): Promise<void> {
  await transaction.fact(input, customName.anomaly, item.fact);
  // Repaired data is reported and does not count as a fault of the task.
  if (item.fact.kind !== 'event-repaired') tally.anomalies += 1;
}

async function takeEvent(
  transaction: Transaction,
  input: IngestInput,
  item: IngestEvent,
  tally: Tally,
  speakers: Set<string>,
): Promise<void> {
  const { threadId, runId, agentId } = input;
  const sequence = await transaction.append({
    threadId,
    runId,
    agentId,
    json: item.json,
    notable: item.notable,
  });
  speakers.add(item.speaker);
  const end = agentsEnd(item);
  if (item.control === null && end === null) tally.events += 1;
  // Events before the settling of a control must be included in its count.
  else await reportCount(transaction, runId, tally);
  for (const [reason, count] of counted(await takeQuestions(transaction, input, item, sequence))) {
    const kind = reason === tooManyOpen ? 'message-quarantined' : 'illegal-transition';
    const said = count === 1 ? reason : say('stream.times', { detail: reason, count });
    const { text: detail, statement } = said;
    const fact = { kind, agentId: item.speaker, detail, statement } as const;
    await reportAnomaly(transaction, input, { kind: 'anomaly', fact }, tally);
  }
  if (item.control !== null) await confirmControl(transaction, runId, item.control);
  if (item.lifecycle === 'started') {
    await markRunning(transaction, runId);
  }
  if (item.lifecycle === 'finished' || provesWork(item, agentId)) {
    await acknowledgeCarried(transaction, runId, input.continuesSilently);
  }
  if (item.lifecycle === 'failed') await refuseCarried(transaction, input, item.json);
  if (end !== null) await endRun(transaction, { runId, how: end, sequence });
}

/** Sentences with the same text count as one. */
function counted(said: readonly WrittenStatement[]): Map<WrittenStatement, number> {
  const first = new Map<string, WrittenStatement>();
  const counts = new Map<WrittenStatement, number>();
  for (const one of said) {
    const known = first.get(one.text) ?? one;
    first.set(one.text, known);
    counts.set(known, (counts.get(known) ?? 0) + 1);
  }
  return counts;
}

/** An agent may end a run twice; questions are asked at the first end. */
const endsRun = async (
  transaction: Transaction,
  runId: string,
  item: IngestEvent,
): Promise<boolean> => agentsEnd(item) !== null && (await isRunActive(transaction, runId));

/** Processes everything an event asks, withdraws or answers; returns what of it was not legal. */
async function takeQuestions(
  transaction: Transaction,
  { threadId, runId, agentId }: IngestInput,
  item: IngestEvent,
  sequence: number,
): Promise<WrittenStatement[]> {
  const hearing = {
    threadId,
    runId,
    agentId,
    relayedFor: item.relayedFor,
    speaker: item.speaker,
    sourceRun: item.sourceRun,
    sequence,
    endsRun: await endsRun(transaction, runId, item),
  };
  const illegal: (WrittenStatement | null)[] = [];
  if (item.up !== null) {
    const { digest, message } = item.up;
    illegal.push(await takeUpMessage(transaction, { ...hearing, digest }, message));
  }
  if (item.settlesCall !== null) {
    const reason = say('closed.has-result', { agent: item.relayedFor ?? agentId });
    await withdrawCall(transaction, hearing, item.settlesCall, reason);
  }
  for (const ask of item.asks) illegal.push(await takeForeignAsk(transaction, hearing, ask));
  return illegal.filter((one) => one !== null);
}

/** The maximum number of senders listed with a task; events of further senders are still recorded. */
const maxSpeakers = 200;

async function rememberSpeakers(
  transaction: Transaction,
  threadId: string,
  speakers: Set<string>,
): Promise<void> {
  const row = await participantsOf(transaction, threadId);
  if (row === undefined) return;
  const known: string[] = JSON.parse(row.agents);
  const room = Math.max(0, maxSpeakers - known.length);
  const fresh = [...speakers].filter((speaker) => !known.includes(speaker)).slice(0, room);
  if (fresh.length === 0) return;
  await writeParticipants(transaction, JSON.stringify([...known, ...fresh]), threadId);
}
