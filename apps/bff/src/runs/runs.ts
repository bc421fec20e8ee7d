import type { Protocols } from '@countersign/adapters/protocol/protocols';
import type { RunAgentInput } from '@countersign/hai/run-input';
import type { AgentDirectory } from '../agents/agent-directory.ts';
import type { HeardAsk } from '../decisions/heard-ask.ts';
import type { Journal } from '../journal/journal.ts';
import type { RunRow } from '../records/run-row.ts';
import type { Clock } from '../runtime/clock.ts';
import { createTurns } from '../runtime/turns.ts';
import type { Insistence } from './after-failure.ts';
import { connectRun, type RunConnection, type RunLimits } from './run-connection.ts';
import { asksLeftBy } from './run-intake.ts';
import { breakRun } from './run-operations.ts';

/** The connections of all runs that are going on. */
export interface Runs {
  /** Connects a run that is already recorded. */
  start(runId: string): void;
  connection(runId: string): RunConnection | null;
  /** After a restart of the server: joins what can be joined, ends honestly what cannot. */
  recover(): Promise<void>;
  /** Lets go of every connection; the runs go on at their agents. */
  close(): Promise<void>;
}

export interface RunsOptions {
  journal: Journal;
  registry: AgentDirectory;
  protocols: Protocols;
  clock: Clock;
  random: () => number;
  limits: RunLimits;
  /** For runs that bring answers. */
  insist: Insistence;
  /** A stream that had been lost is there again. */
  onJoinedAgain: (runId: string) => void;
}

export function createRuns(options: RunsOptions): Runs {
  const { journal, registry, protocols } = options;
  const connections = new Map<string, RunConnection>();
  /** Those whose agent is looked up. */
  const opening = new Map<string, Promise<void>>();
  const turns = createTurns();
  let closing = false;

  const connect = async (row: RunRow) => {
    const agent = await registry.descriptor(row.agent);
    if (closing) return;
    const protocol = agent === null ? null : protocols.of(agent.protocol);
    if (agent === null || protocol === null) {
      const message =
        agent === null
          ? `The agent ${row.agent} is not known here any more.`
          : `The agent ${row.agent} speaks ${agent.protocol}, which is not known here.`;
      // A journal that fails has no run to end.
      await journal
        .commit(breakRun, { runId: row.id, how: 'lost', code: 'agent-lost', message })
        .catch(() => {});
      return;
    }
    const input: RunAgentInput = JSON.parse(row.input);
    const rejoin =
      row.contacted === 1 ? { lastEventId: row.last_event, resumable: row.resumable === 1 } : null;
    const connection = connectRun({
      ...options,
      turns,
      agent,
      protocol,
      detect: protocols.detect,
      input,
      rejoin,
      held: row.status === 'held',
      insist: row.carries === null ? null : options.insist,
    });
    connections.set(row.id, connection);
    void connection.done.then(() => connections.delete(row.id));
  };

  const open = (row: RunRow): Promise<void> => {
    const work = connect(row).finally(() => opening.delete(row.id));
    opening.set(row.id, work);
    return work;
  };

  /**
   * Posted before the last server ended, and not known to be safe to post again: neither a run that brings answers, which
   * leave at least once, nor one of an agent that knows a run again.
   */
  const mayHaveBegun = ({ posted, carries, agent }: RunRow): boolean => {
    if (posted === 0 || carries !== null) return false;
    const last = journal.read.get<{ resumable: number }>(
      'SELECT resumable FROM runs WHERE agent = ? AND contacted = 1 ORDER BY place DESC, started DESC LIMIT 1',
      agent,
    );
    return last?.resumable !== 1;
  };

  const asksLeft = async (row: RunRow): Promise<HeardAsk[]> => {
    const agent = await registry.descriptor(row.agent);
    const protocol = agent === null ? null : protocols.of(agent.protocol);
    if (agent === null || protocol === null || row.contacted === 0) return [];
    const { detect } = protocols;
    return asksLeftBy({ ...options, turns, agent, protocol, detect, input: JSON.parse(row.input) });
  };

  /** One that cannot be read keeps no other from being taken up: an index alone says which there are. */
  const goingPastDamage = (): RunRow[] =>
    journal.read
      .all<{ id: string; thread: string }>('SELECT id, thread FROM runs INDEXED BY runs_thread')
      .flatMap(({ id, thread }) => {
        const read = () => journal.read.all<RunRow>('SELECT * FROM runs WHERE id = ?', id);
        const found = journal.read.pastDamage('runs', read, null);
        if (found === null) journal.noteDamage(thread);
        return (found ?? []).filter(({ ended }) => ended === null);
      });

  return {
    start(runId) {
      if (closing || connections.has(runId) || opening.has(runId)) return;
      const row = journal.read.get<RunRow>(
        'SELECT * FROM runs WHERE id = ? AND ended IS NULL',
        runId,
      );
      if (row !== undefined) void open(row);
    },
    connection: (runId) => connections.get(runId) ?? null,
    async recover() {
      const readAll = () => journal.read.all<RunRow>('SELECT * FROM runs WHERE ended IS NULL');
      for (const row of journal.read.pastDamage('runs', readAll, null) ?? goingPastDamage()) {
        if (row.contacted === 0 && !mayHaveBegun(row)) {
          await open(row);
          continue;
        }
        if (row.contacted === 1 && row.resumable === 1) {
          await open(row);
          continue;
        }
        await journal.commit(breakRun, {
          runId: row.id,
          how: 'lost',
          code: 'agent-lost',
          asks: await asksLeft(row),
          message:
            row.contacted === 1
              ? 'The server was restarted while this run was going on, and the agent cannot be joined again.'
              : 'The server was restarted while it started this run. Whether the agent has begun is not known, so it is not started a second time.',
        });
      }
    },
    async close() {
      closing = true;
      await Promise.all(opening.values());
      const open = [...connections.values()];
      for (const connection of open) connection.detach();
      await Promise.all(open.map((connection) => connection.done));
    },
  };
}
