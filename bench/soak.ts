import { fileURLToPath } from 'node:url';
import { type PlayFrames, pause, sizeOf, startProgram, startServer, token } from './bare-stage.ts';
import { printTable } from './table.ts';

const minutes = sizeOf('BENCH_MINUTES', 10);
const perSecond = 200;
const readers = 20;
const samples = 20;

/** Events without end, in messages of a hundred pieces: what a task keeps is bounded. */
const play: PlayFrames = async (write) => {
  await write('data: {"type":"RUN_STARTED"}\n\n');
  const frame = (event: object) => `data: ${JSON.stringify(event)}\n\n`;
  const everyMs = 50;
  for (let turn = 0; ; turn += 1) {
    const messageId = `message-${Math.floor(turn / 10)}`;
    let frames = turn % 10 === 0 ? frame({ type: 'BUSINESS_DATA_START', messageId }) : '';
    for (let piece = 0; piece < (perSecond * everyMs) / 1_000; piece += 1) {
      frames += frame({ type: 'BUSINESS_DATA_CONTENT', messageId, delta: 'a few words of it ' });
    }
    if (turn % 10 === 9) frames += frame({ type: 'BUSINESS_DATA_END', messageId });
    await write(frames);
    await pause(everyMs);
  }
};

/** Memory of a server over a time, in which an agent streams, people read, and one opens the task now and then. */
export async function benchSoak(): Promise<void> {
  const stage = await startServer(play);
  const { taskId } = await stage.start('go');
  const { url, residentMegabytes, cpuSeconds } = stage.server();
  const crowd = await startProgram([
    ...['--import', 'tsx', fileURLToPath(new URL('./reader-crowd.ts', import.meta.url))],
    ...[`${url}/api/stream?tasks=*`, `${readers}`, '0', `${minutes * 60}`, token],
  ]);
  const rows: string[][] = [];
  const stepMs = (minutes * 60_000) / samples;
  for (let sample = 1; sample <= samples; sample += 1) {
    const before = cpuSeconds();
    await pause(stepMs);
    await stage.request(`/api/tasks/${taskId}/snapshot`);
    const cpu = ((cpuSeconds() - before) * 1_000) / stepMs;
    rows.push([
      `${((sample * stepMs) / 60_000).toFixed(1)} min`,
      `${residentMegabytes().toFixed(0)} MB`,
      `${cpu.toFixed(2)} cores`,
    ]);
  }
  await crowd.stop();
  await stage.close();
  printTable([`${perSecond} events/s, ${readers} readers`, 'Memory', 'Processor'], rows);
}
