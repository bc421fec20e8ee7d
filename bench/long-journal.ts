import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type PlayFrames, percentiles, sizeOf, startServer } from './bare-stage.ts';
import { printTable } from './table.ts';

const many = sizeOf('BENCH_EVENTS', 1_000_000);
const few = Math.min(10_000, many);
const tasks = 10;
const requests = 20;

/** As many events as the message says, as an agent streams them: messages of fifty pieces. */
const play: PlayFrames = async (write, { message }) => {
  await write('data: {"type":"RUN_STARTED"}\n\n');
  const frame = (event: object) => `data: ${JSON.stringify(event)}\n\n`;
  for (let sent = 0; sent < Number(message); ) {
    const messageId = `message-${sent}`;
    let frames = frame({ type: 'BUSINESS_DATA_START', messageId });
    for (let piece = 0; piece < 48; piece += 1) {
      frames += frame({ type: 'BUSINESS_DATA_CONTENT', messageId, delta: `piece ${piece} of it ` });
    }
    sent += 50;
    await write(frames + frame({ type: 'BUSINESS_DATA_END', messageId }));
  }
  await write('data: {"type":"RUN_FINISHED"}\n\n');
};

async function measure(events: number): Promise<string[]> {
  const stage = await startServer(play);
  const began = performance.now();
  const cpu = stage.server().cpuSeconds;
  const ids: string[] = [];
  for (let task = 0; task < tasks; task += 1) {
    const { taskId } = await stage.start(`${events / tasks}`);
    await stage.untilEnded(taskId);
    ids.push(taskId);
  }
  const written = events / ((performance.now() - began) / 1_000);
  const perEvent = (cpu() * 1e6) / events;
  const startSeconds = await stage.restart();
  const startCpu = stage.server().cpuSeconds();
  const memory = stage.server().residentMegabytes();
  const timed = async (path: string) => {
    const start = performance.now();
    await stage.request(path);
    return performance.now() - start;
  };
  const opened = await timed(`/api/tasks/${ids[0]}/snapshot`);
  const pages: number[] = [];
  for (let index = 0; index < requests; index += 1) {
    const after = Math.floor((events / tasks / requests) * index);
    pages.push(await timed(`/api/tasks/${ids[1]}/events?limit=500&after=${after}`));
  }
  const lists: number[] = [];
  for (let index = 0; index < requests; index += 1) lists.push(await timed('/api/tasks?limit=50'));
  const size = statSync(join(stage.data, 'countersign.db')).size / 1e6;
  await stage.close();
  return [
    `${events}`,
    `${written.toFixed(0)}/s, ${perEvent.toFixed(0)} µs`,
    `${size.toFixed(0)} MB`,
    `${startSeconds.toFixed(2)} s, ${startCpu.toFixed(2)} s`,
    `${memory.toFixed(0)} MB`,
    `${opened.toFixed(0)} ms`,
    `${percentiles(pages).p50.toFixed(1)} ms`,
    `${percentiles(lists).p50.toFixed(1)} ms`,
  ];
}

/** A long journal against a short one, in the same run. */
export async function benchLongJournal(): Promise<void> {
  const rows = [await measure(few), await measure(many)];
  printTable(
    [
      ...['Events', 'Recorded, processor each', 'Store', 'Start, processor', 'Memory after it'],
      ...['First task opened', 'Page of 500', 'List of tasks'],
    ],
    rows,
  );
}
