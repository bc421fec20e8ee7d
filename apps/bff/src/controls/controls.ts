import { setMaxListeners } from 'node:events';
import type { Control } from '@countersign/api/task';
import type { Registry } from '../agents/registry.ts';
import type { Runs } from '../agents/runs.ts';
import { describeFailure, discardBody, postToAgent, refusalOf } from '../agents/transport.ts';
import { backoffMs, type Clock, wait } from '../clock.ts';
import type { Journal } from '../journal/journal.ts';
import type { StepControlInput } from './control-operations.ts';
import { readControls } from './records.ts';

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
  registry: Registry;
  runs: Runs;
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
    journal.commit('stepControl', {
      controlId: control.id,
      to,
      failure: null,
      runStatus: null,
      ...more,
    });

  const tellAgentFact = (control: Control, change: 'held' | 'released', agentId: string) =>
    journal.commit('contact', {
      fact: { change, threadId: control.taskId, runId: control.runId, agentId, detail: null },
      resumable: null,
    });

  const agentOf = (control: Control) => {
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
        `Stopped by ${control.by}: the agent has no stop of its own, so its stream was closed.`,
      );
    } else {
      const held = control.action === 'pause';
      if (held) connection.hold();
      else connection.release();
      const agentId = agentOf(control)?.id ?? 'unknown';
      await tellAgentFact(control, held ? 'held' : 'released', agentId);
      await step(control, 'settled', { runStatus: held ? 'held' : 'running' });
    }
  };

  /** One attempt; returns null when done, else why it should be tried again. */
  const send = async (control: Control): Promise<string | null> => {
    const agent = agentOf(control);
    if (agent?.control === undefined) {
      await step(control, 'failed', { failure: 'The agent cannot be controlled any more.' });
      return null;
    }
    try {
      const response = await postToAgent({
        url: agent.control.url,
        headers: { accept: 'application/json', ...agent.headers, 'idempotency-key': control.id },
        body: {
          threadId: control.taskId,
          runId: control.runId,
          action: control.action,
          ...(control.reason === null ? {} : { reason: control.reason }),
          operator: control.by,
          idempotencyKey: control.id,
        },
        signal: abort.signal,
        timeoutMs: limits.timeoutMs,
        clock,
      });
      const status = response.statusCode ?? 0;
      if (status >= 200 && status < 300) {
        discardBody(response, clock);
        await step(control, 'delivered');
        return null;
      }
      const said = await refusalOf(response, clock);
      const reason = `${agent.name} answered with HTTP ${status}${said === '' ? '' : ` (${said})`}.`;
      if (status >= 500) return reason;
      await step(control, 'failed', { failure: reason });
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
      const open = readControls(journal.read, `state = 'requested' ORDER BY requested`);
      for (const control of open) carryOut(control);
    },
    async close() {
      abort.abort();
      await Promise.all(inHand);
    },
  };
}
