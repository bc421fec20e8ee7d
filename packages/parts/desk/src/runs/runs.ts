import type { AgentProtocol } from '@countersign/adapters/protocol/agent-protocol';
import type { Protocols } from '@countersign/adapters/protocol/protocols';
import { say } from '@countersign/api/statements';
import type { WrittenStatement } from '@countersign/json/statement';
import type { Journal } from '@countersign/server/journal/journal';
import type { Report } from '@countersign/server/runtime/alarm';
import type { Clock } from '@countersign/server/runtime/clock';
import { createTurns } from '@countersign/server/runtime/turns';
import { flatMapInOrder } from '@countersign/server/store/in-order';
import type { Tracer } from '@countersign/server/telemetry/tracer';
import type { AgentDirectory } from '../agents/agent-directory.ts';
import type { Callbacks } from '../agents/callbacks.ts';
import type { Carriers } from '../agents/carrier.ts';
import type { Introductions } from '../agents/introductions.ts';
import type { ReceivedAsk } from '../decisions/questions/received-ask.ts';
import { sentInput } from '../relayed/sent-content.ts';
import {
  activeRuns,
  idsOfMissedRuns,
  idsOfRuns,
  lastContactedRun,
  type RunRow,
  readActiveRun,
  readRun,
} from '../rows/runs.ts';
import type { Insistence } from './after-failure.ts';
import { afterRestart } from './after-restart.ts';
import { asksLeftBy } from './intake/run-intake.ts';
import { connectRun, type RunConnection, type RunLimits } from './run-connection.ts';
import { breakRun } from './run-operations.ts';

/** All active runs, as far as they can be read. */
async function readActiveRuns(journal: Journal): Promise<RunRow[]> {
  const readAll = () => activeRuns(journal.read);
  return (
    (await journal.read.pastDamage('runs', readAll, null)) ?? (await activePastDamage(journal))
  );
}

/** Ids from an index only: an unreadable run does not keep the others from being resumed. */
const activePastDamage = async (journal: Journal): Promise<RunRow[]> =>
  flatMapInOrder(await idsOfRuns(journal.read), async ({ id, thread }) => {
    const read = async () => (await readRun(journal.read, id)) ?? [];
    const found = await journal.read.pastDamage('runs', read, null);
    if (found === null) journal.noteDamage(thread);
    return [found ?? []].flat().filter(({ ended }) => ended === null);
  });

/** Whether an agent recognises a run that it is sent again: as its protocol says, and as it has shown at its last contact. */
async function knowsRuns(
  journal: Journal,
  agentId: string,
  { startsOnce }: Pick<AgentProtocol, 'startsOnce'>,
): Promise<boolean> {
  return startsOnce !== true && (await lastContactedRun(journal.read, agentId))?.resumable === 1;
}

/** The connections of all active runs. */
export interface Runs {
  /** Connects a run that is already recorded, unless it is connected or has ended, or another server is to connect it. */
  start(runId: string): Promise<void>;
  /**
   * Connects the runs that were recorded and never connected: by another server, or their commits were in doubt, and nobody has repeated
   * the requests.
   */
  startMissed(): Promise<void>;
  /** Of a run that this server reads. */
  connection(runId: string): RunConnection | null;
  /** An agent has reported that a run has progressed: the server that reads it reads on. */
  nudge(runId: string): void;
  /** After a restart of the server: rejoins the runs that can be rejoined, and ends the others as lost. */
  recover(): Promise<void>;
  /** Releases every connection; the runs continue at their agents. */
  close(): Promise<void>;
}

export interface RunsOptions {
  journal: Journal;
  registry: AgentDirectory;
  protocols: Protocols;
  clock: Clock;
  random: () => number;
  limits: RunLimits;
  /** For runs that carry answers. */
  insist: Insistence;
  introductions: Introductions;
  carriers: Carriers;
  callbacks: Callbacks;
  /** Called when a lost stream is back. */
  onJoinedAgain: (runId: string) => void;
  report: Report;
  tracer: Tracer | null;
}

export function createRuns(options: RunsOptions): Runs {
  const { journal, registry, protocols, report } = options;
  const connections = new Map<string, RunConnection>();
  /** Those that are being read, or whose agent is being looked up. */
  const opening = new Map<string, Promise<void>>();
  const turns = createTurns();
  let closing = false;

  const agentOf = async ({ agent: id }: RunRow) => {
    const agent = await registry.descriptor(id);
    const protocol = agent === null ? null : protocols.of(agent.protocol);
    return agent === null || protocol === null
      ? { why: whyUnknown(id, agent?.protocol ?? null) }
      : { agent, protocol, knowsRuns: () => knowsRuns(journal, id, protocol) };
  };

  const breakOff = (row: RunRow, said: WrittenStatement, asks: ReceivedAsk[] = []) =>
    journal.commit(breakRun, { runId: row.id, how: 'lost', code: 'agent-lost', said, asks });

  const connect = async (row: RunRow) => {
    const found = await agentOf(row);
    const input = await sentInput(journal, JSON.parse(row.input));
    if (closing) return;
    if ('why' in found) {
      return void (await breakOff(row, found.why).catch((error) =>
        report('The end of a run was not recorded.', error, aboutOf(row)),
      ));
    }
    const rejoin =
      row.contacted === 1 ? { lastEventId: row.last_event, resumable: row.resumable === 1 } : null;
    const span = options.tracer?.start('run of an agent', {
      kind: 'client',
      parent: options.tracer.causeOf(row.id),
      attributes: aboutOf(row),
    });
    const connect = () =>
      connectRun({
        ...options,
        ...found,
        turns,
        detect: protocols.detect,
        input,
        rejoin,
        held: row.status === 'held',
        insist: row.carries === null ? null : options.insist,
      });
    // Its requests carry the trace; what it stores would be a span for every few events.
    const connection = span === undefined ? connect() : span.run(connect, 'quietly');
    connections.set(row.id, connection);
    void connection.done.then(() => {
      connections.delete(row.id);
      span?.end();
    });
  };

  const asksLeft = async (row: RunRow): Promise<ReceivedAsk[]> => {
    const found = await agentOf(row);
    if ('why' in found || row.contacted === 0) return [];
    const { detect } = protocols;
    return asksLeftBy({ ...options, ...found, turns, detect, input: JSON.parse(row.input) });
  };

  const isOpen = (runId: string) => closing || connections.has(runId) || opening.has(runId);
  const nudges = createNudges(journal, connections);

  const start = async (runId: string): Promise<void> => {
    // Another server reads agents: it finds the run in the log.
    if (isOpen(runId) || !journal.duty.isOn()) return;
    const read = (async () => readActiveRun(journal.read, runId))();
    const connectRead = async () => {
      const row = await read.catch(() => undefined);
      await (row &&
        connect(row).catch((error) => report('A run was not connected.', error, aboutOf(row))));
    };
    // From here on, and not only when it is read: who asks meanwhile must not connect it a second time.
    opening.set(
      runId,
      connectRead().finally(() => opening.delete(runId)),
    );
    await read;
  };

  return {
    start,
    async startMissed() {
      const read = () => idsOfMissedRuns(journal.read);
      for (const { id } of await journal.read.pastDamage('runs', read, [])) await start(id);
    },
    connection: (runId) => connections.get(runId) ?? null,
    nudge: nudges.nudge,
    async recover() {
      for (const row of await readActiveRuns(journal)) {
        const found = await agentOf(row);
        // It has no stream: a client that calls in continues with its next call.
        if ('protocol' in found && found.protocol.callsIn === true) continue;
        const after = await afterRestart(row, 'why' in found ? () => false : found.knowsRuns);
        // Connected meanwhile by a request, or because another server has recorded it.
        if (isOpen(row.id)) continue;
        if (after.kind === 'lost') await breakOff(row, after.said, await asksLeft(row));
        else {
          // Read again: requests continue while a server takes the duty over.
          await start(row.id);
          await opening.get(row.id);
        }
      }
    },
    async close() {
      closing = true;
      nudges.close();
      await Promise.all(opening.values());
      for (const connection of connections.values()) connection.detach();
      await Promise.all([...connections.values()].map(({ done }) => done));
    },
  };
}

/** Reports of agents, which any server receives, for the server that reads the run. */
function createNudges(
  { others }: Pick<Journal, 'others'>,
  connections: ReadonlyMap<string, RunConnection>,
) {
  const close = others.onWord((word) => {
    if (word.kind === 'nudge') connections.get(word.runId)?.nudge();
  });
  return {
    nudge(runId: string): void {
      const connection = connections.get(runId);
      if (connection === undefined) others.notify({ kind: 'nudge', runId });
      else connection.nudge();
    },
    close,
  };
}

const whyUnknown = (agent: string, protocol: string | null): WrittenStatement =>
  protocol === null
    ? say('run.agent-left', { agent })
    : say('run.agent-speaks-unknown', { agent, protocol });

const aboutOf = ({ id: runId, thread: taskId, agent: agentId }: RunRow) => ({
  runId,
  taskId,
  agentId,
});
