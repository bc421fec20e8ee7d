import { randomUUID } from 'node:crypto';
import type { ReportedStatus } from '@countersign/adapters/protocol/agent-protocol';
import type { Protocols } from '@countersign/adapters/protocol/protocols';
import type { AgentReport } from '@countersign/api/task';
import { describeFailure } from '@countersign/server/http/transport-errors';
import type { Journal } from '@countersign/server/journal/journal';
import type { Clock } from '@countersign/server/runtime/clock';
import type { AgentDirectory } from '../agents/agent-directory.ts';
import type { Carriers } from '../agents/carrier.ts';
import { readRun } from '../rows/runs.ts';
import { noteStatus } from './status-operation.ts';

/** Asks agents for the state of their runs, and journals the responses. */
export interface StatusAsker {
  /** Null when the agent of this run cannot be asked. Never rejects: no response is a result too. */
  ask(runId: string, by: string): Promise<AgentReport | null>;
  close(): Promise<void>;
}

export function createStatusAsker(options: {
  journal: Journal;
  registry: AgentDirectory;
  protocols: Protocols;
  carriers: Carriers;
  clock: Clock;
  timeoutMs: number;
}): StatusAsker {
  const { journal, protocols, carriers, clock, timeoutMs } = options;
  const abort = new AbortController();
  const inHand = new Set<Promise<unknown>>();

  const ask = async (runId: string, by: string): Promise<AgentReport | null> => {
    const run = await readRun(journal.read, runId);
    const agent = run === undefined ? null : await options.registry.descriptor(run.agent);
    const protocol = agent === null ? null : protocols.of(agent.protocol);
    if (run === undefined || agent === null || protocol === null) return null;
    if (!protocol.capabilities(agent).actions.includes('status')) return null;
    const question = {
      id: randomUUID(),
      threadId: run.thread,
      runId,
      lastEventId: run.last_event,
      action: 'status',
      reason: null,
      by,
    } as const;
    const transport = carriers
      .of(protocol.id)
      .transport(agent, { signal: abort.signal, timeoutMs, clock });
    const said: AgentReport = await protocol.status(agent, question, transport).then(
      ({ status, detail }) => ({ status, ...detailOf(detail), at: clock.now(), answered: true }),
      (error: unknown) => ({
        status: null,
        ...detailOf(describeFailure(error).said),
        at: clock.now(),
        answered: false,
      }),
    );
    if (!abort.signal.aborted) {
      await journal.commit(noteStatus, { runId, agentId: agent.id, said });
    }
    return said;
  };

  return {
    ask(runId, by) {
      const work = ask(runId, by);
      inHand.add(work);
      const done = () => void inHand.delete(work);
      work.then(done, done);
      return work;
    },
    async close() {
      abort.abort();
      await Promise.allSettled(inHand);
    },
  };
}

const detailOf = (said: ReportedStatus['detail']) =>
  said === null || typeof said === 'string'
    ? { detail: said }
    : { detail: said.text, statement: said.statement };
