import type { AgentProtocol } from '@countersign/adapters/protocol/agent-protocol';
import type { AgentFact } from '@countersign/api/fact';
import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import type { RunAgentInput } from '@countersign/hai/run-input';
import { type AgentStream, openAgentStream } from '../agents/agent-stream.ts';
import { AgentFailure, describeFailure } from '../http/transport-words.ts';
import type { Journal } from '../journal/journal.ts';
import { isStoreError, StoreUnavailableError } from '../journal/store-fault.ts';
import { backoffMs, type Clock, wait } from '../runtime/clock.ts';
import type { Turns } from '../runtime/turns.ts';
import { afterFailure, type Insistence } from './after-failure.ts';
import { createGate } from './gate.ts';
import type { IngestItem } from './ingest-item.ts';
import { readStream } from './read-stream.ts';
import { createRecorder } from './recorder.ts';
import { intakeOf, remember } from './run-intake.ts';
import { breakRun, contact, noteProtocol, postRun } from './run-operations.ts';
import { slicesOf } from './slices.ts';

/** How long an agent is waited for, ms. */
export interface RunLimits {
  /** Until it has answered the start of a run. */
  answerMs: number;
  /** Silence of a stream while it is neither held nor waiting for a person. */
  idleMs: number;
  /** What it may still say after the end of its run. */
  lingerMs: number;
  /** How long a lost agent that can be joined again is looked for. */
  rejoinMs: number;
}

export interface RunConnectionOptions {
  journal: Journal;
  clock: Clock;
  random: () => number;
  limits: RunLimits;
  agent: AgentDescriptor;
  protocol: AgentProtocol;
  /** The protocol that alone has such frames. */
  detect: (frame: string) => string | null;
  input: RunAgentInput;
  /** Set when the run was going on before this server was. */
  rejoin: { lastEventId: string | null; resumable: boolean } | null;
  /** Whose turn it is to be read: an agent that floods does not keep the others waiting. */
  turns: Turns;
  /** Starts held: the stream is joined but not read. */
  held: boolean;
  /** How often, and when, a start that fails for a while is tried; null = once, a person sees it at once. */
  insist: Insistence | null;
  /** A stream that had been lost is there again. */
  onJoinedAgain: (runId: string) => void;
}

/** The life of one run's connection, from the POST to the end of the run, over as many sockets as it takes. */
export interface RunConnection {
  /** Settles when the run is over, or when this server lets go of it. Never rejects. */
  readonly done: Promise<void>;
  /** Stops reading: back-pressure stalls the agent. */
  hold(): void;
  release(): void;
  /** An operator stops an agent that knows no stop: the stream is closed. */
  close(reason: string): void;
  /** This server goes down: the run goes on without it. */
  detach(): void;
}

export function connectRun(options: RunConnectionOptions): RunConnection {
  const { journal, clock, agent, protocol, input, limits, turns } = options;
  const abort = new AbortController();
  const gate = createGate(options.held);
  let closedFor: string | null = null;
  const place = { threadId: input.threadId, runId: input.runId, agentId: agent.id };
  const intake = intakeOf(options, options.rejoin?.lastEventId ?? null);
  let resumable = options.rejoin?.resumable ?? false;
  let connectedBefore = options.rejoin !== null;
  let attempt = 0;
  let lostAt: number | null = options.rejoin === null ? null : clock.monotonic();

  const tell = (change: AgentFact['change'], detail: string | null, attemptNumber?: number) =>
    journal.commit(contact, {
      fact: {
        change,
        ...place,
        detail,
        ...(attemptNumber === undefined ? {} : { attempt: attemptNumber }),
      },
      resumable: change === 'connected' ? resumable : null,
    });
  const recorder = createRecorder({ journal, place, lastEventId: intake.lastEventId() });
  const ingest = (items: IngestItem[]) =>
    items.length === 0 ? Promise.resolve() : recorder.record(items, intake.lastEventId());
  const breakOff = (how: 'lost' | 'failed' | 'cut-off', code: string, message: string) =>
    journal.commit(breakRun, {
      runId: input.runId,
      how,
      code,
      message,
      // An agent that asked and went without another word waits for the answer all the same.
      asks: how === 'lost' ? intake.left() : [],
    });

  let noted: string | null = null;
  const noteSpoken = async () => {
    const spoke = intake.spoke();
    if (spoke === null || spoke === noted) return;
    noted = spoke;
    await journal.commit(noteProtocol, { agentId: agent.id, spoke });
  };

  const hear = async (text: string): Promise<void> => {
    const items: IngestItem[] = [];
    for (const slice of slicesOf(text)) {
      await turns.next();
      items.push(...intake.feed(slice));
    }
    await ingest(items);
    await noteSpoken();
  };
  const read = (stream: AgentStream) =>
    readStream(stream, {
      clock,
      limits,
      // Nothing is read while the store is waited for: then the silence is ours.
      excused: () =>
        gate.closed() || journal.state().reason !== null || mayBeSilent(journal, input.runId),
      pass: () => gate.pass(abort.signal),
      hear,
      isOver: intake.ended,
    });

  /** Joins the agent and reads until the stream ends; returns why it did, null when the run is over. */
  const joinOnce = async (): Promise<AgentFailure | null> => {
    try {
      if (!connectedBefore) await journal.commit(postRun, { runId: input.runId });
      const stream = await openAgentStream({
        agent,
        request: connectedBefore
          ? protocol.rejoin(agent, input, recorder.lastEventId() ?? '0')
          : protocol.start(agent, input),
        signal: abort.signal,
        answerMs: limits.answerMs,
        clock,
      });
      resumable = stream.resumable;
      await tell('connected', connectedBefore ? 'Joined again.' : null);
      if (connectedBefore) {
        intake.reconnected();
        options.onJoinedAgain(input.runId);
      }
      connectedBefore = true;
      attempt = 0;
      lostAt = null;
      await read(stream);
      if (intake.ended()) return null;
      return new AgentFailure('closed', 'It closed the stream before the run was over.');
    } catch (error) {
      if (isStoreError(error)) throw error;
      return intake.ended() ? null : describeFailure(error);
    }
  };

  /** Whether to try again, having waited; else the run is ended here. */
  const mayTryAgain = async (failure: AgentFailure): Promise<boolean> => {
    if (connectedBefore && attempt === 0) await tell('lost', failure.message);
    // What the store took to write it down is not the agent's.
    if (connectedBefore) lostAt ??= clock.monotonic();
    const next = afterFailure({
      agentName: agent.name,
      failure,
      attempts: attempt + 1,
      lost: connectedBefore && { resumable, forMs: clock.monotonic() - (lostAt ?? 0) },
      rejoinMs: limits.rejoinMs,
      insist: options.insist,
      hasQueue: failure.code === 'silent' && hasQueue(journal, input.threadId),
    });
    if (next.kind === 'over') {
      await breakOff(next.how, next.code, next.message);
      return false;
    }
    attempt += 1;
    await tell('reconnecting', failure.message, attempt);
    await wait(clock, backoffMs(attempt - 1, next.backoff, options.random), abort.signal);
    return true;
  };

  const live = async (): Promise<void> => {
    if (options.rejoin !== null) await remember(options, intake);
    while (!abort.signal.aborted) {
      const failure = await joinOnce();
      if (failure === null) {
        await ingest(intake.end());
        return;
      }
      if (abort.signal.aborted || !(await mayTryAgain(failure))) break;
    }
    if (closedFor === null) return;
    await tell('closed', closedFor);
    await breakOff('cut-off', 'cut-off', closedFor);
  };

  /** Nothing of this run can be recorded any more, so nothing more is read; and it does not go on saying that it runs. */
  const unrecorded = async (error: unknown) => {
    leave();
    if (error instanceof StoreUnavailableError) return;
    const reason = error instanceof Error ? error.message : String(error);
    const message = `What ${agent.name} says could not be recorded, so it is not read any more: ${reason}`;
    await breakOff('failed', 'not-recorded', message).catch(() => {});
  };

  const leave = () => {
    abort.abort();
    gate.open();
  };
  return {
    done: live().catch(unrecorded),
    hold: gate.close,
    release: gate.open,
    close(reason) {
      closedFor ??= reason;
      leave();
    },
    detach: leave,
  };
}

/** Whether words or answers wait for the end of the task's run. */
const hasQueue = (journal: Journal, threadId: string): boolean =>
  journal.read.get(
    `SELECT 1 FROM outbox WHERE thread = ? AND state = 'held' AND queued IS NOT NULL LIMIT 1`,
    threadId,
  ) !== undefined;

/** A run that waits for a person, or that a person has paused, has nothing to say. */
function mayBeSilent(journal: Journal, runId: string): boolean {
  const reason = journal.read.get(
    `SELECT 1 FROM prompts WHERE run = ? AND state = 'open'
     UNION ALL SELECT 1 FROM runs WHERE id = ? AND status = 'paused' LIMIT 1`,
    runId,
    runId,
  );
  return reason !== undefined;
}
