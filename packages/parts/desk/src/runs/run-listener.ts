import type { ForeignStream } from '@countersign/adapters/foreign-stream';
import type { Journal } from '@countersign/server/journal/journal';
import type { AgentStream } from '../agents/agent-stream.ts';
import type { ReceivedAsk } from '../decisions/questions/received-ask.ts';
import { waitsForPeople } from '../rows/runs.ts';
import type { Gate } from './gate.ts';
import type { IngestItem } from './intake/ingest-item.ts';
import { intakeOf, type KnownRun, remember } from './intake/run-intake.ts';
import { slicesOf } from './intake/slices.ts';
import { readStream } from './read-stream.ts';
import { createRecorder } from './recorder.ts';
import { noteProtocol } from './run-operations.ts';

/** Reads the events of a run, over as many streams as necessary, and records all of them. */
export interface RunListener {
  /** Reads the events of the run from before this server started. */
  catchUp(): Promise<void>;
  /** Another stream of the run begins: half a frame of the previous one is discarded. */
  reconnected(): void;
  /** Reads a stream to its end. Throws like `readStream`, and if nothing can be recorded any more. */
  listen(stream: AgentStream): Promise<void>;
  /** The agent has ended its own run. */
  ended(): boolean;
  /** What its stream is, if it is none of a protocol that is read here. */
  foreign(): ForeignStream | null;
  /** Records the remaining items when the run has ended. */
  finish(): Promise<void>;
  /** SSE id up to which everything is stored. */
  lastEventId(): string | null;
  /** Questions that are asked at the end of the run, if that end will never come. */
  left(): ReceivedAsk[];
}

export interface RunListenerOptions extends KnownRun {
  limits: { idleMs: number; lingerMs: number };
  gate: Gate;
  signal: AbortSignal;
  lastEventId: string | null;
  /** A stream has brought something that was not known. */
  onNews: () => void;
}

export function createRunListener(options: RunListenerOptions): RunListener {
  const { journal, clock, limits, input, agent, turns, gate } = options;
  const place = { threadId: input.threadId, runId: input.runId, agentId: agent.id };
  const aboutRun = { taskId: input.threadId, runId: input.runId, agentId: agent.id };
  const intake = intakeOf(options, options.lastEventId);
  const recorder = createRecorder({
    journal,
    place,
    lastEventId: intake.lastEventId(),
    continuesSilently: options.protocol.continuesSilently === true,
  });
  let noted: string | null = null;

  const record = (items: readonly IngestItem[]) =>
    items.length === 0 ? Promise.resolve() : recorder.record(items, intake.lastEventId());

  const noteSpoken = async () => {
    const spoke = intake.spoke();
    if (spoke === null || spoke === noted) return;
    noted = spoke;
    await journal.commit(noteProtocol, { agentId: agent.id, spoke });
  };

  const receive = async (text: string): Promise<void> => {
    const items: IngestItem[] = [];
    for (const slice of slicesOf(text)) {
      await turns.next();
      items.push(...intake.feed(slice));
    }
    await record(items);
    if (items.some(({ kind }) => kind === 'event')) options.onNews();
    await noteSpoken();
  };

  return {
    catchUp: () => remember(options, intake),
    reconnected: intake.reconnected,
    listen: (stream) =>
      readStream(stream, {
        clock,
        limits,
        // Nothing is read while waiting for the store: that silence is not the agent's.
        excused: async () =>
          gate.closed() ||
          journal.state().reason !== null ||
          (await mayBeSilent(journal, input.runId)),
        onExcuseError: (error) =>
          options.report('Whether a run may be silent could not be read.', error, aboutRun),
        pass: () => gate.pass(options.signal),
        receive,
        isOver: intake.ended,
      }),
    foreign: intake.foreign,
    ended: intake.ended,
    finish: () => record(intake.end()),
    lastEventId: recorder.lastEventId,
    left: intake.left,
  };
}

/** A run that waits for a person, or was paused by one, may be silent. */
async function mayBeSilent(journal: Journal, runId: string): Promise<boolean> {
  return waitsForPeople(journal.read, runId);
}
