import { type BareStage, type PlayFrames, percentiles, sizeOf, startServer } from './bare-stage.ts';
import { printTable } from './table.ts';

const many = sizeOf('BENCH_PROMPTS', 10_000);
const few = 100;
const requests = sizeOf('BENCH_REQUESTS', 50);

/** Asks as many questions as the message says, of several kinds. */
const play: PlayFrames = async (write, { threadId, message }) => {
  await write('data: {"type":"RUN_STARTED"}\n\n');
  for (let index = 0; index < Number(message); index += 1) {
    const value = {
      threadId,
      timestamp: '2026-01-01T00:00:00Z',
      messageId: `question-${index}-7d1f9c52`,
      state: 'needsHumanDecision',
      severity: ['critical', 'major', 'minor', 'info'][index % 4],
      ask: `Shall I pay invoice ${index} of supplier ${index % 97}?`,
      payload: { amount: index, supplier: `supplier ${index % 97}` },
    };
    await write(`data: ${JSON.stringify({ type: 'CUSTOM', name: 'upformat.message', value })}\n\n`);
  }
  await write('data: {"type":"RUN_FINISHED"}\n\n');
};

const paths: [string, string][] = [
  ['first page of the queue', '/api/queue?limit=50'],
  ['by severity', '/api/queue?limit=50&severity=critical'],
  ['by words', '/api/queue?limit=50&q=supplier%2042'],
  [
    'by a value in the message',
    `/api/queue?limit=50&condition=${encodeURIComponent('{"path":"$.amount","is":"more-than","value":50}')}`,
  ],
  ['counts', '/api/queue/counts'],
  ['groups of values', '/api/queue/values'],
];

async function stageWith(prompts: number): Promise<BareStage> {
  const stage = await startServer(play);
  const { taskId } = await stage.start(`${prompts}`);
  await stage.untilEnded(taskId);
  return stage;
}

async function measure(stage: BareStage, path: string) {
  const { cpuSeconds } = stage.server();
  await stage.request(path);
  const before = cpuSeconds();
  const times: number[] = [];
  for (let index = 0; index < requests; index += 1) {
    const start = performance.now();
    await stage.request(path);
    times.push(performance.now() - start);
  }
  return { ...percentiles(times), cpuMs: ((cpuSeconds() - before) * 1_000) / requests };
}

/** The queue with many open prompts, against the same with few in the same run. */
export async function benchPrompts(): Promise<void> {
  const [full, short] = [await stageWith(many), await stageWith(few)];
  const rows: string[][] = [];
  for (const [name, path] of paths) {
    const [of, against] = [await measure(full, path), await measure(short, path)];
    rows.push([
      name,
      `${of.p50.toFixed(1)} / ${of.p99.toFixed(1)} ms`,
      `${of.cpuMs.toFixed(1)} ms`,
      `${against.p50.toFixed(1)} / ${against.p99.toFixed(1)} ms`,
      `${against.cpuMs.toFixed(1)} ms`,
      `${(of.cpuMs / against.cpuMs).toFixed(1)}x`,
    ]);
  }
  const memory = full.server().residentMegabytes();
  await full.close();
  await short.close();
  printTable(
    [
      `${many} open prompts`,
      ...['p50 / p99', 'Processor', `With ${few}: p50 / p99`, 'Processor', 'Ratio'],
    ],
    rows,
  );
  process.stdout.write(`Memory with ${many}: ${memory.toFixed(0)} MB\n\n`);
}
