import { setMaxListeners } from 'node:events';
import type { Protocols } from '@countersign/adapters/protocol/protocols';
import { say } from '@countersign/api/statements';
import type { Control } from '@countersign/api/task';
import type { WrittenStatement } from '@countersign/json/statement';
import { describeFailure } from '@countersign/server/http/transport-errors';
import type { Journal } from '@countersign/server/journal/journal';
import type { Report } from '@countersign/server/runtime/alarm';
import { backoffMs, type Clock, wait } from '@countersign/server/runtime/clock';
import { inSpan } from '@countersign/server/telemetry/in-span';
import type { Tracer } from '@countersign/server/telemetry/tracer';
import type { AgentDirectory } from '../agents/agent-directory.ts';
import type { Carriers } from '../agents/carrier.ts';
import type { KnownAgent } from '../agents/secret-headers.ts';
import { readControl } from '../records/control-records.ts';
import { requestedControls } from '../rows/controls.ts';
import { readRun } from '../rows/runs.ts';
import { breakRun, contact } from '../runs/run-operations.ts';
import type { Runs } from '../runs/runs.ts';
import { type Attempt, afterAttempt } from './after-attempt.ts';
import { type StepControlInput, stepControl } from './control-operations.ts';
import type { StatusAsker } from './status-asker.ts';

/** Journals the progress of a control. */
interface ControlLog {
  step(control: Control, to: Exclude<StepControlInput['to'], 'failed' | 'settled'>): Promise<void>;
  failed(control: Control, failure: WrittenStatement): Promise<void>;
  /** The server itself stops or resumes reading. */
  settled(control: Control, agentId: string, runStatus: 'held' | 'running'): Promise<void>;
}

function createControlLog(journal: Journal): ControlLog {
  const step = async (
    { id: controlId }: Control,
    to: StepControlInput['to'],
    more: Partial<Pick<StepControlInput, 'failure' | 'runStatus'>> = {},
  ) => {
    await journal.commit(stepControl, { controlId, to, failure: null, runStatus: null, ...more });
  };
  return {
    step,
    failed: (control, failure) => step(control, 'failed', { failure }),
    async settled(control, agentId, runStatus) {
      const { taskId: threadId, runId } = control;
      const change = runStatus === 'held' ? 'held' : 'released';
      const fact = { change, threadId, runId, agentId, detail: null } as const;
      await journal.commit(contact, { fact, resumable: null });
      await step(control, 'settled', { runStatus });
    },
  };
}

/** Executes requested controls: over the agent's control endpoint, or by the server itself. */
export interface Controls {
  /** Starts the execution of a journalled control, unless it is being executed, or another server is to execute it. */
  carryOut(control: Control): void;
  /** After a restart, an outage of the store, or a request to another server: what is not being sent is sent now, with the same key. */
  recover(): Promise<void>;
  close(): Promise<void>;
}

export interface ControlsOptions {
  journal: Journal;
  registry: AgentDirectory;
  protocols: Protocols;
  carriers: Carriers;
  runs: Runs;
  /** Asked after a stream was cut off: the agent may know the state of its run. */
  statusAsker: StatusAsker;
  clock: Clock;
  random: () => number;
  limits: { timeoutMs: number; maxAttempts: number };
  report: Report;
  tracer: Tracer | null;
}

export function createControls(options: ControlsOptions): Controls {
  const { journal } = options;
  const abort = new AbortController();
  // As many listeners as there are requests in progress: not a leak.
  setMaxListeners(0, abort.signal);
  const inHand = new Map<string, Promise<void>>();
  /** Executed while others are looked for: what is read of them then may be out of date. */
  let executed: Set<string> | null = null;
  const log = createControlLog(journal);

  const agentOf = async (control: Control): Promise<KnownAgent | null> => {
    const row = await readRun(journal.read, control.runId);
    return row === undefined ? null : options.registry.descriptor(row.agent);
  };
  const way = { ...options, log, agentOf, signal: abort.signal };

  const carryOut = (control: Control) => {
    // Another server executes it: it finds it in the log.
    if (inHand.has(control.id) || !journal.duty.isOn()) return;
    const carry = control.means === 'agent' ? byAgent : byServer;
    const { id: cause, action, taskId, runId } = control;
    const span = { name: `control ${action}`, cause, attributes: { taskId, runId } };
    const work = inSpan(options.tracer, span, () => carry(control, way))
      .catch((error) => {
        const about = { controlId: cause, taskId, runId };
        options.report('A control was not carried out; it stays as recorded.', error, about);
      })
      .then(() => {
        inHand.delete(cause);
        executed?.add(cause);
      });
    inHand.set(cause, work);
  };
  return {
    carryOut,
    async recover() {
      // Found by an index only, so that an unreadable row does not block the others.
      const meanwhile = new Set<string>();
      executed = meanwhile;
      const open = await requestedControls(journal.read);
      for (const { id } of open) {
        const read = () => readControl(journal.read, id);
        const control = await journal.read.pastDamage('controls', read, null);
        if (control !== null && !meanwhile.has(id)) carryOut(control);
      }
    },
    async close() {
      abort.abort();
      await Promise.all(inHand.values());
    },
  };
}

/** The dependencies of an execution. */
interface Way extends ControlsOptions {
  log: ControlLog;
  agentOf: (control: Control) => Promise<KnownAgent | null>;
  /** This server is closing. */
  signal: AbortSignal;
}

/** The agent has no such control: its stream is not read for a while, or closed for good. */
async function byServer(control: Control, way: Way): Promise<void> {
  const { log } = way;
  const connection = way.runs.connection(control.runId);
  if (connection === null && control.means === 'close' && (await callsIn(control, way))) {
    const said = say('run.stopped-by', { by: control.by });
    const { runId } = control;
    await way.journal.commit(breakRun, { runId, how: 'cut-off', code: 'cut-off', said });
    return;
  }
  if (connection === null) {
    await log.failed(control, say('control.no-connection'));
    return;
  }
  if (control.means === 'close') {
    connection.close(say('run.cut-off-by', { by: control.by }));
    await connection.done;
    await way.statusAsker.ask(control.runId, control.by);
    return;
  }
  const holds = control.action === 'pause';
  if (holds) connection.hold();
  else connection.release();
  const agentId = (await way.agentOf(control))?.id ?? 'unknown';
  await log.settled(control, agentId, holds ? 'held' : 'running');
}

/** There is no stream to close: the agent calls this server. */
async function callsIn(control: Control, way: Way): Promise<boolean> {
  const agent = await way.agentOf(control);
  return agent !== null && way.protocols.of(agent.protocol)?.callsIn === true;
}

/** The request is repeated until the agent has received it, or is abandoned. */
async function byAgent(control: Control, way: Way): Promise<void> {
  const { log, limits, signal } = way;
  for (let number = 1; ; number += 1) {
    const agent = await way.agentOf(control);
    const attempt = await askAgent(control, agent, way);
    const after = afterAttempt(attempt, {
      agentName: agent?.name ?? '',
      isLast: number >= limits.maxAttempts,
      isClosing: signal.aborted,
    });
    if (after.kind === 'leave') return;
    if (after.kind === 'step') {
      if (after.to === 'failed') await log.failed(control, after.failure);
      else await log.step(control, after.to);
      return;
    }
    const delayMs = backoffMs(number - 1, { baseMs: 200, capMs: 3_000 }, way.random);
    await wait(way.clock, delayMs, signal);
  }
}

async function askAgent(control: Control, agent: KnownAgent | null, way: Way): Promise<Attempt> {
  const protocol = agent === null ? null : way.protocols.of(agent.protocol);
  if (
    agent === null ||
    protocol === null ||
    !protocol.capabilities(agent).actions.includes(control.action)
  ) {
    return { kind: 'impossible' };
  }
  try {
    const { id, taskId: threadId, runId, action, reason, by } = control;
    const lastEventId = await lastFrameOf(way.journal, runId);
    const question = { id, threadId, runId, lastEventId, action, reason, by };
    const { signal, clock } = way;
    const line = { signal, timeoutMs: way.limits.timeoutMs, clock };
    const answer = await protocol.control(
      agent,
      question,
      way.carriers.of(protocol.id).transport(agent, line),
    );
    return { kind: 'answered', answer };
  } catch (error) {
    return { kind: 'unreachable', reason: describeFailure(error).said };
  }
}

/** The position of a run: a protocol may have named its own task in it. */
const lastFrameOf = async (journal: Journal, runId: string): Promise<string | null> =>
  (await readRun(journal.read, runId))?.last_event ?? null;
