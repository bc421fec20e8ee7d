import type { AgentFact } from '@countersign/api/fact';
import type { AgentReport } from '@countersign/api/task';
import { customName } from '@countersign/hai/event';
import { operation } from '../journal/operation.ts';
import { readControls } from '../records/control-records.ts';
import type { RunRow } from '../records/run-row.ts';
import { advanceControl } from '../runs/control-progress.ts';
import { markRunStopped } from '../runs/run-end.ts';

/** The agent's response to a state query. For a run without a connection it is final: the run has stopped or finished after all. */
export const noteStatus = operation<{ runId: string; agentId: string; said: AgentReport }, null>(
  'noteStatus',
  async (transaction, { runId, agentId, said }) => {
    const run = await transaction.get<RunRow>('SELECT * FROM runs WHERE id = ?', runId);
    if (run === undefined) return null;
    const { detail, statement } = said;
    const fact: AgentFact = { change: 'said', agentId, runId, detail, statement, said };
    await transaction.fact({ threadId: run.thread, runId }, customName.agent, fact);
    const unheard = run.status === 'cut-off' || run.status === 'lost';
    if (!unheard) return null;
    if (said.status === 'finished') {
      await transaction.run(`UPDATE runs SET status = 'finished' WHERE id = ?`, runId);
    }
    if (said.status === 'stopped') {
      const stops = await readControls(
        transaction,
        `run = ? AND action = 'stop' AND state = 'cut-off'`,
        runId,
      );
      for (const { id } of stops) {
        await transaction.run(
          'UPDATE controls SET acknowledged = ? WHERE id = ?',
          transaction.now,
          id,
        );
        await advanceControl(transaction, id, 'settled');
      }
      await markRunStopped(transaction, runId);
    }
    return null;
  },
  { waits: true },
);
