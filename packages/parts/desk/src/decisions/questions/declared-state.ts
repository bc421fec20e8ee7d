import { say } from '@countersign/api/statements';
import { readSenderId } from '@countersign/hai/sender';
import type { WrittenStatement } from '@countersign/json/statement';
import type { Transaction } from '@countersign/server/store/transaction';
import type { UpMessage } from '@countersign/upformat/message';
import { checkTransition } from '@countersign/upformat/transition';
import { questionOf } from '../../rows/decisions.ts';
import {
  cancelUndeclared,
  stateOfLane,
  stateOfMessage,
  writeLaneState,
  writeMessageState,
} from '../../rows/declared-states.ts';
import { setTaskState } from '../../rows/tasks.ts';

/** Where a state was declared. */
export interface Declared {
  threadId: string;
  runId: string;
  speaker: string;
  sourceRun: string | null;
}

/**
 * Records the state that a message declares, and returns why the step to it is not legal, or null. Steps are checked per agent and
 * piece of work, independent of the ids of the messages: an agent may work on several things of a task at once.
 */
export async function recordState(
  transaction: Transaction,
  declared: Declared,
  message: UpMessage,
): Promise<WrittenStatement | null> {
  const { threadId, runId, speaker } = declared;
  const before = await messageOf(transaction, declared, message.messageId);
  const lane = ofSpeaker(before?.lane ?? (await laneOf(transaction, declared, message)), {
    speaker,
    agentId: message.agentId,
  });
  const last = await stateOfLane(transaction, { threadId, speaker, lane });
  await writeMessageState(transaction, {
    threadId,
    speaker,
    messageId: message.messageId,
    lane,
    state: message.state,
  });
  await writeLaneState(transaction, { threadId, speaker, lane, state: message.state, runId });
  await setTaskState(transaction, message.state, threadId);
  const known = [last?.state, before?.state].flatMap((state) => state ?? []);
  const isLegal = known.some((state) => checkTransition(state, message.state) !== 'anomalous');
  const [from] = known;
  return from === undefined || isLegal
    ? null
    : say('stream.state-order', {
        name: message.agentId ?? nameOf(speaker),
        from,
        to: message.state,
      });
}

/** Begins the name of a speaker of a connection at the end of a lane. */
const by = '\nby ';

/** The agents that one connection speaks for each have their own course of states in a piece of work. */
function ofSpeaker(
  lane: string,
  { speaker, agentId = '' }: { speaker: string; agentId: string | undefined },
): string {
  const end = lane.lastIndexOf(by);
  const work = end === -1 ? lane : lane.slice(0, end);
  return agentId === '' || agentId === nameOf(speaker) ? work : `${work}${by}${agentId}`;
}

const nameOf = (speaker: string): string => {
  const { connection, relayedFor } = readSenderId(speaker);
  return relayedFor ?? connection;
};

const messageOf = (transaction: Transaction, { threadId, speaker }: Declared, messageId: string) =>
  stateOfMessage(transaction, { threadId, speaker, messageId });

/**
 * The piece of work a message belongs to: that of its parent, if the parent was sent by the same sender or is an answer to it; else
 * the request named as its parent; without a parent, the sender's work in this run.
 */
async function laneOf(
  transaction: Transaction,
  declared: Declared,
  message: UpMessage,
): Promise<string> {
  const parent = message.parentMessageId;
  if (parent === undefined) return `run ${declared.sourceRun ?? declared.runId}`;
  const asked = await questionOf(transaction, parent);
  const known = await messageOf(transaction, declared, asked?.message_id ?? parent);
  return known?.lane ?? `request ${parent}`;
}

/** The task of a stopped run becomes cancelled, unless the agent has declared in it how the work ended. */
export async function cancelTask(transaction: Transaction, runId: string): Promise<void> {
  const cancel = () => cancelUndeclared(transaction, runId);
  // The run is stopped even if the declared states cannot be read.
  await transaction.pastDamage('states', cancel, 0);
}
