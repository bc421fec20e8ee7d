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
import { createGate } from './gate.ts';
import type { IngestItem } from './ingest-item.ts';
import { createRecorder } from './recorder.ts';
import { intakeOf, remember } from './run-intake.ts';
import { breakRun, contact, noteProtocol, postRun } from './run-operations.ts';
import { watchSilence } from './silence.ts';
import { slicesOf } from './slices.ts';
import { createUtf8Reader } from './utf8.ts';

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

/** A run that brings answers leaves like an answer: at least once, under the same id. */
export interface Insistence {
  maxAttempts: number;
  backoff: { baseMs: number; capMs: number };
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

  /** Reads one stream to its end. */
  const read = async (stream: AgentStream): Promise<void> => {
    const utf8 = createUtf8Reader();
    let silent = false;
    const silence = watchSilence({
      clock,
      ...limits,
      // Nothing is read while the store is waited for: then the silence is ours.
      excused: () =>
        gate.closed() || journal.state().reason !== null || mayBeSilent(journal, input.runId),
      onSilence() {
        silent = true;
        stream.destroy();
      },
    });
    try {
      for (;;) {
        await gate.pass(abort.signal);
        const chunk = await stream.next();
        if (chunk === null) break;
        silence.heard();
        // Awaiting the commit is the back-pressure: a flood stalls the agent, not our memory.
        const items: IngestItem[] = [];
        for (const slice of slicesOf(utf8.read(chunk))) {
          await turns.next();
          items.push(...intake.feed(slice));
        }
        await ingest(items);
        await noteSpoken();
        if (intake.ended()) silence.linger();
      }
    } catch (error) {
      if (!silent) throw error;
    } finally {
      silence.stop();
      stream.destroy();
    }
    // A stream that is destroyed ends, with or without an error.
    if (!silent || intake.ended()) return;
    const minutes = Math.round(limits.idleMs / 60_000);
    throw new AgentFailure('silent', `It said nothing for ${minutes} minutes.`);
  };

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

  /** After a start that failed: the same, for a run that must not be lost because its agent is away for a moment. */
  const mayStartAgain = async (failure: AgentFailure): Promise<boolean> => {
    const { insist } = options;
    attempt += 1;
    if (insist === null || attempt >= insist.maxAttempts || !isPassing(failure)) {
      const message = `${agent.name} could not be started. ${failure.message}`;
      await breakOff('failed', `agent-${failure.code}`, message);
      return false;
    }
    await tell('reconnecting', failure.message, attempt);
    const delayMs = backoffMs(attempt - 1, insist.backoff, options.random);
    await wait(clock, delayMs, abort.signal);
    return true;
  };

  /** After a broken connection: whether to try again, having waited; else the run is ended here. */
  const mayTryAgain = async (failure: AgentFailure): Promise<boolean> => {
    if (!connectedBefore) return mayStartAgain(failure);
    if (attempt === 0) await tell('lost', failure.message);
    // What the store took to write it down is not the agent's.
    lostAt ??= clock.monotonic();
    const refused = failure.status !== null && failure.status < 500;
    // It says nothing because it waits for what only a new run can bring: joined again, it would wait for ever.
    const waitsForUs = failure.code === 'silent' && hasQueue(journal, input.threadId);
    if (!resumable || waitsForUs || refused || clock.monotonic() - lostAt > limits.rejoinMs) {
      const why = waitsForUs
        ? `${failure.message} What waits for it goes with a new run.`
        : resumable
          ? failure.message
          : `${failure.message} It cannot be joined again.`;
      await breakOff('lost', 'agent-lost', `${agent.name} was lost. ${why}`);
      return false;
    }
    attempt += 1;
    await tell('reconnecting', failure.message, attempt);
    const delayMs = backoffMs(attempt - 1, { baseMs: 250, capMs: 15_000 }, options.random);
    await wait(clock, delayMs, abort.signal);
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

/** What may be over in a moment; a refusal stays one. */
const isPassing = ({ code, status }: AgentFailure): boolean =>
  status === null ? code !== 'blocked' : status >= 500 || [408, 425, 429].includes(status);

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
