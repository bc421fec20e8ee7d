import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type PlayFrames, pause, sizeOf, startProgram, startServer, token } from './bare-stage.ts';
import { median, printTable } from './table.ts';

const readers = sizeOf('BENCH_READERS', 1_000);
const perSecond = sizeOf('BENCH_EVENTS_PER_SECOND', 1_000);
const seconds = sizeOf('BENCH_SECONDS', 10);
const rounds = sizeOf('BENCH_ROUNDS', 3);
const warmSeconds = 3;

const local = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const hono = local('../e2e/interop/ai-sdk/node_modules/hono/package.json');
const peer = (kind: 'plain' | 'hono', agent: string) =>
  startProgram(['--import', 'tsx', local('./fan-out-peer.ts'), kind, agent]);

/** Sentences of 190 characters whose words are drawn from 400: a text that repeats itself would be compressed to nothing. */
const vocabulary = Array.from({ length: 400 }, (_, index) =>
  ((index + 7) ** 5).toString(36).slice(0, 3 + (index % 6)),
);
function createSentences(): () => string {
  let seed = 1;
  return () => {
    let text = '';
    while (text.length < 190) {
      seed = (seed * 48_271) % 2_147_483_647;
      text += `${vocabulary[seed % vocabulary.length]} `;
    }
    return text.slice(0, 190);
  };
}
/** The same events at the same pace for everyone, each with the time at which it was sent. */
const play: PlayFrames = async (write) => {
  await write('data: {"type":"RUN_STARTED"}\n\n');
  const sentence = createSentences();
  const start = performance.now();
  for (let sent = 0; ; ) {
    const due = Math.floor(((performance.now() - start) / 1_000) * perSecond);
    let frames = '';
    for (; sent < due; sent += 1) {
      const at = (performance.timeOrigin + performance.now()).toFixed(2);
      const value = { at: Number(at), delta: sentence() };
      frames += `data: ${JSON.stringify({ type: 'CUSTOM', name: 'bench', value })}\n\n`;
    }
    if (frames !== '') await write(frames);
    await pause(2);
  }
};

interface Measured {
  p50: number;
  p99: number;
  cpu: number;
  bytesPerEvent: number;
  events: number;
}

async function measure(
  url: string,
  pid: { cpuSeconds(): number; residentMegabytes(): number },
  coding = 'identity',
): Promise<Measured> {
  const crowd = await startProgram([
    ...['--import', 'tsx', local('./reader-crowd.ts'), url, `${readers}`],
    ...[`${warmSeconds}`, `${seconds}`, token, coding],
  ]);
  await pause(warmSeconds * 1_000);
  const before = pid.cpuSeconds();
  await pause(seconds * 1_000);
  const cpu = (pid.cpuSeconds() - before) / seconds;
  // It answers when its time is over.
  const figures = (await (await fetch(crowd.url)).json()) as Omit<Measured, 'cpu'>;
  await crowd.stop();
  return { ...figures, cpu };
}

/** Many readers of one busy log: the server, against plain fan-outs without a journal, in the same run. */
export async function benchReaders(): Promise<void> {
  const kinds = [
    'countersign',
    'countersign-plain',
    'plain',
    ...(existsSync(hono) ? ['hono'] : []),
  ];
  if (!existsSync(hono)) {
    process.stdout.write('Without Hono: npm ci --prefix e2e/interop/ai-sdk installs it.\n');
  }
  const results = new Map<string, Measured[]>(kinds.map((kind) => [kind, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of kinds) {
      if (kind.startsWith('countersign')) {
        const stage = await startServer(play);
        await stage.start('go');
        const server = stage.server();
        const url = `${server.url}/api/stream?tasks=*&envelopes=batched`;
        const coding = kind === 'countersign' ? 'gzip' : 'identity';
        results.get(kind)?.push(await measure(url, server, coding));
        await stage.close();
        continue;
      }
      const stage = await startServer(play);
      const fanOut = await peer(kind as 'plain' | 'hono', `${stage.agentUrl}raw`);
      results.get(kind)?.push(await measure(`${fanOut.url}/`, fanOut));
      await fanOut.stop();
      await stage.close();
    }
  }
  const of = (kind: string, name: keyof Measured) =>
    median((results.get(kind) ?? []).map((figures) => figures[name]));
  const against = (kind: string, name: keyof Measured) =>
    kind === 'countersign'
      ? ''
      : ` (${median(
          (results.get('countersign') ?? []).map(
            (figures, round) => figures[name] / (results.get(kind)?.[round]?.[name] ?? Number.NaN),
          ),
        ).toFixed(2)}x)`;
  const titles: Record<string, string> = {
    countersign: 'Countersign, durable, gzip as browsers request it',
    'countersign-plain': 'Countersign, durable, not compressed',
    plain: 'plain Node, coalescing',
    hono: 'Hono streamSSE',
  };
  printTable(
    [
      `${readers} readers x ${perSecond} events/s`,
      ...['p50', 'p99', 'Processor', 'Bytes per event', 'Events per reader'],
    ],
    kinds.map((kind) => [
      titles[kind] ?? kind,
      `${of(kind, 'p50').toFixed(1)} ms${against(kind, 'p50')}`,
      `${of(kind, 'p99').toFixed(1)} ms${against(kind, 'p99')}`,
      `${of(kind, 'cpu').toFixed(2)} cores${against(kind, 'cpu')}`,
      `${of(kind, 'bytesPerEvent').toFixed(0)}${against(kind, 'bytesPerEvent')}`,
      `${of(kind, 'events').toFixed(0)}`,
    ]),
  );
}
