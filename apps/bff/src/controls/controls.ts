import { setMaxListeners } from 'node:events';
import type { Protocols } from '@countersign/adapters/protocol/protocols';
import type { Control } from '@countersign/api/task';
import type { AgentDirectory } from '../agents/agent-directory.ts';
import { agentTransport } from '../agents/agent-transport.ts';
import { describeFailure } from '../http/transport-words.ts';
import type { Journal } from '../journal/journal.ts';
import { readControl } from '../records/control-records.ts';
import { contact } from '../runs/run-operations.ts';
import type { Runs } from '../runs/runs.ts';
import { backoffMs, type Clock, wait } from '../runtime/clock.ts';
import type { StepControlInput } from './control-operations.ts';
import { stepControl } from './control-operations.ts';
import type { StatusAsker } from './status-asker.ts';

/** Carries out what was requested: over the agent's control endpoint, or by the server's own means. */
export interface Controls {
  /** Starts on its way a control that is already journalled. */
  carryOut(control: Control): void;
  /** After a restart: what was requested but never sent is sent now, with the same key. */
  recover(): void;
  close(): Promise<void>;
}

export interface ControlsOptions {
  journal: Journal;
  registry: AgentDirectory;
  protocols: Protocols;
  runs: Runs;
  /** Asked after a stream was cut off: the agent may say what became of its run. */
  statusAsker: StatusAsker;
  clock: Clock;
  random: () => number;
  limits: { timeoutMs: number; maxAttempts: number };
}

export function createControls(options: ControlsOptions): Controls {
  const { journal, runs, clock, limits } = options;
  const abort = new AbortController();
  // As many listeners as there are deliveries under way: not a leak.
  setMaxListeners(0, abort.signal);
  const inHand = new Set<Promise<void>>();

  const step = (
    control: Control,
    to: StepControlInput['to'],
    more: Partial<Pick<StepControlInput, 'failure' | 'runStatus'>> = {},
  ) =>
    journal.commit(stepControl, {
      controlId: control.id,
      to,
      failure: null,
      runStatus: null,
      ...more,
    });

  const tellAgentFact = (control: Control, change: 'held' | 'released', agentId: string) =>
    journal.commit(contact, {
      fact: { change, threadId: control.taskId, runId: control.runId, agentId, detail: null },
      resumable: null,
    });

  const agentOf = async (control: Control) => {
    const row = journal.read.get<{ agent: string }>(
      'SELECT agent FROM runs WHERE id = ?',
      control.runId,
    );
    return row === undefined ? null : options.registry.descriptor(row.agent);
  };

  const byServer = async (control: Control) => {
    const connection = runs.connection(control.runId);
    if (connection === null) {
      await step(control, 'failed', { failure: 'There is no connection to the agent.' });
    } else if (control.means === 'close') {
      connection.close(
        `Cut off by ${control.by}: the agent knows no stop, so its stream was closed. It may still run.`,
      );
      await connection.done;
      await options.statusAsker.ask(control.runId, control.by);
    } else {
      const held = control.action === 'pause';
      if (held) connection.hold();
      else connection.release();
      const agentId = (await agentOf(control))?.id ?? 'unknown';
      await tellAgentFact(control, held ? 'held' : 'released', agentId);
      await step(control, 'settled', { runStatus: held ? 'held' : 'running' });
    }
  };

  /** One attempt; returns null when done, else why it should be tried again. */
  const send = async (control: Control): Promise<string | null> => {
    const agent = await agentOf(control);
    const protocol = agent === null ? null : options.protocols.of(agent.protocol);
    if (
      agent === null ||
      protocol === null ||
      !protocol.capabilities(agent).actions.includes(control.action)
    ) {
      await step(control, 'failed', { failure: 'The agent cannot be controlled any more.' });
      return null;
    }
    try {
      const { id, taskId: threadId, runId, action, reason, by } = control;
      const question = { id, threadId, runId, action, reason, by };
      const line = { signal: abort.signal, timeoutMs: limits.timeoutMs, clock };
      const answer = await protocol.control(agent, question, agentTransport(agent, line));
      if (answer.kind === 'later') return `${agent.name}: ${answer.reason}`;
      if (answer.kind === 'refused') {
        await step(control, 'failed', { failure: `${agent.name}: ${answer.reason}` });
      } else await step(control, answer.kind === 'heard' ? 'delivered' : 'acknowledged');
      return null;
    } catch (error) {
      return `${agent.name} could not be reached. ${describeFailure(error).message}`;
    }
  };

  const byAgent = async (control: Control) => {
    for (let attempt = 1; ; attempt += 1) {
      const problem = await send(control);
      // This server is going down: the next one sends it again.
      if (problem === null || abort.signal.aborted) return;
      if (attempt >= limits.maxAttempts) {
        await step(control, 'failed', { failure: problem });
        return;
      }
      const delayMs = backoffMs(attempt - 1, { baseMs: 200, capMs: 3_000 }, options.random);
      await wait(clock, delayMs, abort.signal);
    }
  };

  const carryOut = (control: Control) => {
    const work: Promise<void> = (control.means === 'agent' ? byAgent(control) : byServer(control))
      // A failing journal: the control stays as it was recorded.
      .catch(() => {})
      .then(() => {
        inHand.delete(work);
      });
    inHand.add(work);
  };
  return {
    carryOut,
    recover() {
      // An index alone says which they are: one that cannot be read keeps no other back.
      const open = journal.read.all<{ id: string }>(
        `SELECT id FROM controls INDEXED BY controls_requested WHERE state = 'requested' ORDER BY requested`,
      );
      for (const { id } of open) {
        const read = () => readControl(journal.read, id);
        const control = journal.read.pastDamage('controls', read, null);
        if (control !== null) carryOut(control);
      }
    },
    async close() {
      abort.abort();
      await Promise.all(inHand);
    },
  };
}
