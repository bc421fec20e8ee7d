import type { AgentFact } from '@countersign/api/fact';
import type { AgentReport } from '@countersign/api/task';
import { customName } from '@countersign/hai/event';
import { operation } from '@countersign/server/journal/operation';
import { acknowledgeControl, cutOffStops } from '../rows/controls.ts';
import { markFinished, readRun } from '../rows/runs.ts';
import { advanceControl } from '../runs/control-progress.ts';
import { markRunStopped } from '../runs/run-end.ts';

/** The agent's response to a state query. For a run without a connection it is final: the run has stopped or finished after all. */
export const noteStatus = operation<{ runId: string; agentId: string; said: AgentReport }, null>(
  'noteStatus',
  async (transaction, { runId, agentId, said }) => {
    const run = await readRun(transaction, runId);
    if (run === undefined) return null;
    const { detail, statement } = said;
    const fact: AgentFact = { change: 'said', agentId, runId, detail, statement, said };
    await transaction.fact({ threadId: run.thread, runId }, customName.agent, fact);
    const disconnected = run.status === 'cut-off' || run.status === 'lost';
    if (!disconnected) return null;
    if (said.status === 'finished') {
      await markFinished(transaction, runId);
    }
    if (said.status === 'stopped') {
      const stops = await cutOffStops(transaction, runId);
      for (const { id } of stops) {
        await acknowledgeControl(transaction, id);
        await advanceControl(transaction, id, 'settled');
      }
      await markRunStopped(transaction, runId);
    }
    return null;
  },
  { waits: true },
);
