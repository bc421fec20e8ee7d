import type { Task } from '@countersign/api/task';
import type { Page } from '@playwright/test';
import { lastWords, longRun } from './long-run.ts';
import { recordMainThread } from './main-thread.ts';
import { type Stage, startStage } from './stage.ts';
import { median, printTable } from './table.ts';

const rounds = 5;
const sizes = [1_000, 10_000, 100_000];

interface Opening {
  /** From the start of navigation to the paint of the last words, ms. */
  paintMs: number;
  /** The processor time of the page's main thread, and its longest task, ms. */
  cpuMs: number;
  longestCpuMs: number;
  nodes: number;
}

/** Resolves, in the page, when the last words have been painted. */
function watch(words: string): Promise<{ at: number; nodes: number }> {
  return new Promise((resolve) => {
    const look = () => {
      if (!document.querySelector('.stream-feed')?.textContent?.includes(words)) {
        requestAnimationFrame(look);
        return;
      }
      // The frame after the one with the words: by then they have been painted.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          const at = performance.now();
          setTimeout(() => resolve({ at, nodes: document.querySelectorAll('*').length }), 300);
        }),
      );
    };
    look();
  });
}

/** `open` returns the time of the start and of the paint, ms on the page's clock. */
async function measured(
  stage: Stage,
  open: () => Promise<{ from: number; at: number; nodes: number }>,
): Promise<Opening> {
  const ended = await recordMainThread(stage.browser);
  const { from, at, nodes } = await open();
  const { busy, seconds, longestCpuMs } = await ended();
  return { paintMs: at - from, cpuMs: busy * seconds * 1_000, longestCpuMs, nodes };
}

/** Loads the whole page, with everything in the browser's cache. */
async function reopen(page: Page, stage: Stage, taskId: string): Promise<Opening> {
  return measured(stage, async () => {
    await page.goto(`${stage.url}/tasks/${taskId}`, { waitUntil: 'commit' });
    return { from: 0, ...(await page.evaluate(watch, lastWords)) };
  });
}

/** From the list of tasks, by its link: the most frequent way. */
async function openFromList(page: Page, stage: Stage, title: string): Promise<Opening> {
  await page.goto(`${stage.url}/tasks`);
  const link = page.getByRole('link', { name: title, exact: true });
  await link.waitFor();
  await link.hover();
  return measured(stage, async () => {
    const seeing = page.evaluate(watch, lastWords);
    const from = await page.evaluate(() => performance.now());
    await link.click();
    return { from, ...(await seeing) };
  });
}

async function recordRun(stage: Stage, count: number): Promise<Task> {
  const taskId = await stage.start(String(count), `Run of ${count}`);
  for (;;) {
    const task = await stage.api<Task>(`/api/tasks/${taskId}`);
    if (task.endedAt !== null) return task;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function snapshotOf(stage: Stage, taskId: string): Promise<{ bytes: number; ms: number }> {
  const start = performance.now();
  const snapshot = await stage.api<unknown>(`/api/tasks/${taskId}/snapshot`);
  return { ms: performance.now() - start, bytes: JSON.stringify(snapshot).length };
}

/** The time from opening a recorded run until its end is painted. */
export async function benchOpenRun(): Promise<void> {
  const stage = await startStage(async (say, { threadId, runId, message }) => {
    await say({ type: 'RUN_STARTED', threadId, runId });
    for (const event of longRun(Number(message))) await say(event);
    await say({ type: 'RUN_FINISHED', threadId, runId });
  });
  try {
    const rows: string[][] = [];
    for (const size of sizes) rows.push(await openingsOf(stage, size));
    printTable(
      [
        'Opening a run of',
        'Snapshot',
        'From the list',
        'Cold page',
        'Computing in the page',
        'Longest task',
        'Nodes in the document',
      ],
      rows,
    );
  } finally {
    await stage.close();
  }
}

async function openingsOf(stage: Stage, size: number): Promise<string[]> {
  const task = await recordRun(stage, size);
  const snapshot = await snapshotOf(stage, task.id);
  const page = await stage.open();
  const again: Opening[] = [];
  const linked: Opening[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const first = await reopen(page, stage, task.id);
    const second = await openFromList(page, stage, task.title);
    // The first round fills the caches of the browser and of the server.
    if (round === 0) continue;
    again.push(first);
    linked.push(second);
  }
  await page.context().close();
  const middle = (openings: readonly Opening[], of: keyof Opening) =>
    median(openings.map((opening) => opening[of])).toFixed(0);
  return [
    task.counts.events.toLocaleString('en'),
    `${(snapshot.bytes / 1e6).toFixed(1)} MB in ${snapshot.ms.toFixed(0)} ms`,
    `${middle(linked, 'paintMs')} ms`,
    `${middle(again, 'paintMs')} ms`,
    `${middle(linked, 'cpuMs')} ms, ${middle(again, 'cpuMs')} ms`,
    `${middle(linked, 'longestCpuMs')} ms`,
    middle(linked, 'nodes'),
  ];
}
