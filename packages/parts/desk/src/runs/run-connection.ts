import type { AgentProtocol } from '@countersign/adapters/protocol/agent-protocol';
import type { AgentFact } from '@countersign/api/fact';
import { say } from '@countersign/api/statements';
import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import type { RunAgentInput } from '@countersign/hai/run-input';
import type { WrittenStatement } from '@countersign/json/statement';
import { AgentFailure, describeFailure } from '@countersign/server/http/transport-errors';
import type { Journal } from '@countersign/server/journal/journal';
import type { Report } from '@countersign/server/runtime/alarm';
import { backoffMs, type Clock } from '@countersign/server/runtime/clock';
import type { Turns } from '@countersign/server/runtime/turns';
import { createWakeSignal, type WakeSignal } from '@countersign/server/runtime/wake-signal';
import type { Awaitable } from '@countersign/server/store/awaitable';
import { isStoreError, StoreUnavailableError } from '@countersign/server/store/faults/store-fault';
import type { Callbacks } from '../agents/callbacks.ts';
import type { Carriers } from '../agents/carrier.ts';
import type { Introductions } from '../agents/introductions.ts';
import { hasQueue } from '../rows/outbox.ts';
import { type Insistence, mayHaveArrived } from './after-failure.ts';
import { createGate, type Gate } from './gate.ts';
import { failed, held, isNewlyLost, joined, parted, takenUp } from './intake/link.ts';
import { createRunListener } from './run-listener.ts';
import { type BreakRunInput, breakRun, contact, postRun, takePostBack } from './run-operations.ts';

/** Journals the state of the connection to the agent of one run. */
interface ContactLog {
  /** The agent has answered with a stream. */
  connected(said: WrittenStatement | null, resumable: boolean): Promise<void>;
  note(change: AgentFact['change'], said: WrittenStatement, attempt?: number): Promise<void>;
  /** Ends the run with an event of the server. */
  breakOff(end: Omit<BreakRunInput, 'runId'>): Promise<void>;
}

function createContactLog(
  journal: Journal,
  place: { threadId: string; runId: string; agentId: string },
): ContactLog {
  return {
    async connected(said, resumable) {
      const fact = { change: 'connected', ...place, ...detailOf(said) } as const;
      await journal.commit(contact, { fact, resumable });
    },
    async note(change, said, attempt) {
      const counted = attempt === undefined ? {} : { attempt };
      const fact = { change, ...place, ...detailOf(said), ...counted };
      await journal.commit(contact, { fact, resumable: null });
    },
    async breakOff(end) {
      await journal.commit(breakRun, { runId: place.runId, ...end });
    },
  };
}

const detailOf = (said: WrittenStatement | null) =>
  said === null ? { detail: null } : { detail: said.text, statement: said.statement };

/** Timeouts for an agent, ms. */
export interface RunLimits {
  /** Until it has responded to the start of a run. */
  answerMs: number;
  /** Silence of a stream while it is neither held nor waiting for a person. */
  idleMs: number;
  /** For events after the end of its run. */
  lingerMs: number;
  /** How long a lost agent that can be rejoined is looked for. */
  rejoinMs: number;
}

export interface RunConnectionOptions {
  journal: Journal;
  clock: Clock;
  random: () => number;
  limits: RunLimits;
  agent: AgentDescriptor;
  protocol: AgentProtocol;
  /** The only protocol that has such frames. */
  detect: (frame: string) => string | null;
  input: RunAgentInput;
  /** Set if the run was active before this server started. */
  rejoin: { lastEventId: string | null; resumable: boolean } | null;
  /** Turns for reading: an agent that floods does not block the others. */
  turns: Turns;
  /** Starts held: the stream is joined but not read. */
  held: boolean;
  /** How often, and when, a start that fails temporarily is repeated; null = once, because a person sees the failure. */
  insist: Insistence | null;
  /** The agent recognises a run that it is sent again. */
  knowsRuns: () => Awaitable<boolean>;
  introductions: Introductions;
  carriers: Carriers;
  callbacks: Callbacks;
  /** Called when a lost stream is back. */
  onJoinedAgain: (runId: string) => void;
  report: Report;
}

/** The connection of one run, from the POST to the end of the run, over as many sockets as necessary. */
export interface RunConnection {
  /** Settles when the run has ended, or when this server releases it. Never rejects. */
  readonly done: Promise<void>;
  /** Stops reading: back-pressure stalls the agent. */
  hold(): void;
  release(): void;
  /** The agent has reported that the run has progressed: it is read now. */
  nudge(): void;
  /** An operator stops an agent without stop: the stream is closed. */
  close(reason: WrittenStatement): void;
  /** This server is closing: the run continues without it. */
  detach(): void;
}

export function connectRun(options: RunConnectionOptions): RunConnection {
  const { journal, agent, input } = options;
  const place = { threadId: input.threadId, runId: input.runId, agentId: agent.id };
  const log = createContactLog(journal, place);
  const abort = new AbortController();
  const gate = createGate(options.held);
  const bell = createWakeSignal();
  let closedFor: WrittenStatement | null = null;
  const leave = () => {
    abort.abort();
    gate.open();
  };

  const live = async (): Promise<void> => {
    const readToEnd = await readOut(options, { log, gate, bell, signal: abort.signal });
    if (readToEnd || closedFor === null) return;
    await log.note('closed', closedFor);
    await log.breakOff({ how: 'cut-off', code: 'cut-off', said: closedFor });
  };

  /** Nothing of this run can be recorded any more, so nothing more is read, and it is no longer shown as running. */
  const unrecorded = async (error: unknown) => {
    leave();
    const about = { taskId: place.threadId, runId: place.runId, agentId: place.agentId };
    options.report('A run is not read any more: it could not be recorded.', error, about);
    if (error instanceof StoreUnavailableError) return;
    const reason = error instanceof Error ? error.message : String(error);
    const said = say('run.not-recorded', { agent: agent.name, reason });
    await log
      .breakOff({ how: 'failed', code: 'not-recorded', said })
      .catch((error) => options.report('The end of a run was not recorded.', error, about));
  };

  return {
    done: live().catch(unrecorded),
    hold: gate.close,
    release: gate.open,
    nudge: bell.ring,
    close(reason) {
      closedFor ??= reason;
      leave();
    },
    detach: leave,
  };
}

/** Joins the agent and reads, with retries; returns whether the end of the run was received. False = no more retries, or released. */
async function readOut(
  options: RunConnectionOptions,
  {
    log,
    gate,
    bell,
    signal,
  }: { log: ContactLog; gate: Gate; bell: WakeSignal; signal: AbortSignal },
): Promise<boolean> {
  const { journal, clock, agent, protocol, input, limits, rejoin, introductions } = options;
  const lastEventId = rejoin?.lastEventId ?? null;
  let isSent = false;
  let link = takenUp(rejoin, clock.monotonic());
  const onNews = () => {
    link = held(link);
  };
  const listener = createRunListener({ ...options, gate, signal, lastEventId, onNews });

  /** Joins the agent and reads until the stream ends; returns the reason, null when the run has ended. */
  const joinOnce = async (): Promise<AgentFailure | null> => {
    const isAgain = link.contacted;
    isSent = false;
    try {
      const introduction = await introductions.of(agent, protocol, signal);
      const addressed = { ...agent, introduction };
      const request = isAgain
        ? protocol.rejoin(addressed, input, listener.lastEventId() ?? '0')
        : protocol.start(addressed, input, options.callbacks.of(input.runId));
      if (request === null) {
        link = { ...link, resumable: false };
        return new AgentFailure('closed', say('call.closed-unnamed'));
      }
      const { answerMs } = limits;
      if (!isAgain) await journal.commit(postRun, { runId: input.runId });
      isSent = true;
      const carrier = options.carriers.of(protocol.id);
      const stream = await carrier.open({ agent, request, signal, answerMs, clock, bell });
      await log.connected(isAgain ? say('run.joined-again') : null, stream.resumable);
      if (isAgain) {
        listener.reconnected();
        options.onJoinedAgain(input.runId);
      }
      link = joined(link, stream.resumable, clock.monotonic());
      await listener.listen(stream);
      if (listener.ended()) return null;
      // A document that starts a run leads on to what follows it.
      if (stream.isDocument && !isAgain) return joinOnce();
      // A subscription that ends, even at once, does not say what the run does now: that is read.
      if (isAgain && request.otherwise !== undefined) {
        const instead = { agent, request: request.otherwise, signal, answerMs, clock, bell };
        const read = await carrier.open(instead);
        listener.reconnected();
        await listener.listen(read);
        if (listener.ended()) return null;
      }
      const foreign = listener.foreign();
      const why = foreign === null ? null : say('call.foreign-stream', { kind: say(foreign) });
      return new AgentFailure('closed', why ?? say('call.closed-early'));
    } catch (error) {
      if (isStoreError(error)) throw error;
      return listener.ended() ? null : describeFailure(error);
    }
  };

  /** Whether to try again, after waiting; else the run is ended here. */
  const mayTryAgain = async (failure: AgentFailure): Promise<boolean> => {
    link = parted(link, clock.monotonic());
    if (isSent && mayHaveArrived(failure) && protocol.namesTask?.(input) === true) {
      // What it belongs to is there already: whatever became of it can be read.
      link = { ...link, contacted: true, resumable: true };
    }
    if (isSent && !link.contacted && !mayHaveArrived(failure)) {
      await journal.commit(takePostBack, { runId: input.runId });
    }
    if (isNewlyLost(link)) await log.note('lost', failure.said);
    // Measured now, not before: the time the store took to record it is not the agent's.
    const after = failed(link, clock.monotonic(), {
      agentName: agent.name,
      failure,
      rejoinMs: limits.rejoinMs,
      insist: options.insist,
      sentOnce: isSent && !(await options.knowsRuns()),
      hasQueue: failure.code === 'silent' && (await hasQueue(journal.read, input.threadId)),
    });
    link = after.link;
    const { next } = after;
    if (next.kind === 'over') {
      const { how, code, said, isRefusal = false } = next;
      // An agent that asked and then ended the stream waits for the answer all the same.
      const asks = how === 'lost' ? listener.left() : [];
      await log.breakOff({ how, code, said, isRefusal, asks });
      return false;
    }
    await log.note('reconnecting', failure.said, link.attempts);
    await bell.wait(clock, backoffMs(link.attempts - 1, next.backoff, options.random), signal);
    return true;
  };

  if (rejoin !== null) await listener.catchUp();
  while (!signal.aborted) {
    const failure = await joinOnce();
    if (failure === null) {
      await listener.finish();
      return true;
    }
    if (signal.aborted || !(await mayTryAgain(failure))) break;
  }
  return false;
}
