import { findPostgres } from '../scripts/find-postgres.mjs';
import { startCluster } from '../scripts/postgres-cluster.mjs';
import { type PlayFrames, pause, sizeOf, startProgram, startServer, token } from './bare-stage.ts';
import { createDatabaseIn } from './postgres-database.ts';
import { median, printTable } from './table.ts';

const runs = sizeOf('BENCH_RUNS', 8);
const eventsPerRun = sizeOf('BENCH_EVENTS_PER_RUN', 10_000);
const readers = sizeOf('BENCH_READERS', 400);
const perSecond = sizeOf('BENCH_EVENTS_PER_SECOND', 500);
const rounds = sizeOf('BENCH_ROUNDS', 3);
const warmSeconds = 3;
const seconds = 10;
const words = 'a few words of a sentence that an agent streams to its operator '.repeat(3);
const frameOf = (value: object) =>
  `data: ${JSON.stringify({ type: 'CUSTOM', name: 'bench', value })}\n\n`;

/** `fill`: a fixed number of events as fast as they are taken. `pace`: events at a pace, each with its time, without an end. */
const play: PlayFrames = async (write, { message }) => {
  await write('data: {"type":"RUN_STARTED"}\n\n');
  if (message === 'fill') {
    for (let sent = 0; sent < eventsPerRun; sent += 50) {
      await write(frameOf({ delta: words }).repeat(50));
    }
    await write('data: {"type":"RUN_FINISHED"}\n\n');
    return;
  }
  const start = performance.now();
  for (let sent = 0; ; ) {
    const due = Math.floor(((performance.now() - start) / 1_000) * perSecond);
    for (; sent < due; sent += 1) {
      const at = Number((performance.timeOrigin + performance.now()).toFixed(2));
      await write(frameOf({ at, delta: words }));
    }
    await pause(2);
  }
};

interface Figures {
  perSecond: number;
  /** Of the processor in all servers, without the database, per event. */
  cpuMicroseconds: number;
  p50: number;
  p99: number;
  /** Cores that all servers use while the readers read. */
  cores: number;
  eventsPerReader: number;
}

async function measure(count: number, url: string): Promise<Figures> {
  const stage = await startServer(play, { DATABASE_URL: url });
  const others = await Promise.all(Array.from({ length: count - 1 }, () => stage.another()));
  const servers = [stage.server(), ...others];
  const cpu = () => servers.reduce((sum, server) => sum + server.cpuSeconds(), 0);
  const start = async (message: string, at: number): Promise<string> => {
    const server = servers[at % servers.length];
    const { taskId } = JSON.parse(
      await stage.request('/api/tasks', { agentId: 'bench', message }, server?.url),
    ) as { taskId: string };
    return taskId;
  };

  const cpuBefore = cpu();
  const began = performance.now();
  const tasks = await Promise.all(Array.from({ length: runs }, (_, at) => start('fill', at)));
  for (const task of tasks) await stage.untilEnded(task);
  const took = (performance.now() - began) / 1_000;
  const events = runs * eventsPerRun;
  const written = {
    perSecond: events / took,
    cpuMicroseconds: ((cpu() - cpuBefore) * 1e6) / events,
  };

  await start('pace', 0);
  const crowd = new URL('./reader-crowd.ts', import.meta.url).pathname;
  const crowds = await Promise.all(
    servers.map((server) =>
      startProgram([
        ...['--import', 'tsx', crowd, `${server.url}/api/stream?tasks=*&envelopes=batched`],
        ...[`${Math.ceil(readers / count)}`, `${warmSeconds}`, `${seconds}`, token],
      ]),
    ),
  );
  await pause(warmSeconds * 1_000);
  const readFrom = cpu();
  await pause(seconds * 1_000);
  const cores = (cpu() - readFrom) / seconds;
  const read: { p50: number; p99: number; events: number }[] = [];
  for (const one of crowds) {
    read.push(await (await fetch(one.url)).json());
    await one.stop();
  }
  for (const server of others) await server.stop();
  await stage.close();
  const of = (name: 'p50' | 'p99' | 'events') => read.map((figures) => figures[name]);
  return {
    ...written,
    p50: Math.max(...of('p50')),
    p99: Math.max(...of('p99')),
    cores,
    eventsPerReader: Math.min(...of('events')),
  };
}

/** Two servers on one database against one, on the same machine in the same run. */
export async function benchServers(): Promise<void> {
  const programs = findPostgres();
  if (programs === undefined) {
    process.stdout.write('servers: needs PostgreSQL (Debian: apt-get install postgresql).\n');
    return;
  }
  const durable = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' };
  const cluster = await startCluster(programs, durable);
  const results = new Map<number, Figures[]>([
    [1, []],
    [2, []],
  ]);
  for (let round = 0; round < rounds; round += 1) {
    for (const [count, figures] of results) {
      figures.push(await measure(count, await createDatabaseIn(cluster.url)));
    }
  }
  await cluster.stop();
  const of = (count: number, name: keyof Figures) =>
    median((results.get(count) ?? []).map((figures) => figures[name]));
  printTable(
    [
      `${runs} runs of ${eventsPerRun} events; ${readers} readers x ${perSecond} events/s`,
      ...['Written', 'Processor per event', 'p50', 'p99', 'Processor', 'Events per reader'],
    ],
    [1, 2].map((count) => [
      count === 1 ? 'one server' : `${count} servers`,
      `${of(count, 'perSecond').toFixed(0)} events/s`,
      `${of(count, 'cpuMicroseconds').toFixed(0)} µs`,
      `${of(count, 'p50').toFixed(1)} ms`,
      `${of(count, 'p99').toFixed(1)} ms`,
      `${of(count, 'cores').toFixed(2)} cores`,
      `${of(count, 'eventsPerReader').toFixed(0)}`,
    ]),
  );
}
