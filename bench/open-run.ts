import { resolve } from 'node:path';
import type { Task } from '@countersign/api/task';
import type { Page } from '@playwright/test';
import { buildConsole } from '../scripts/build-console.mjs';
import { lastWords, longRun } from './long-run.ts';
import { type Stage, startStage } from './stage.ts';
import { median, printTable } from './table.ts';

const rounds = 5;
const sizes = [1_000, 10_000, 100_000];

interface Opening {
  /** From the wish to the paint of the last words, ms. */
  paintMs: number;
  longestMs: number;
  nodes: number;
}

/** Tells, in the page, when the last words have been painted, and what the longest task was meanwhile. */
function watch(words: string): Promise<{ at: number; longestMs: number; nodes: number }> {
  let longestMs = 0;
  const tasks = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestMs = Math.max(longestMs, duration);
  });
  tasks.observe({ type: 'longtask', buffered: true });
  return new Promise((resolve) => {
    const look = () => {
      if (!document.querySelector('.feed')?.textContent?.includes(words)) {
        requestAnimationFrame(look);
        return;
      }
      // The frame after the one that holds the words: by then they have been painted.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          const at = performance.now();
          setTimeout(
            () => resolve({ at, longestMs, nodes: document.querySelectorAll('*').length }),
            300,
          );
        }),
      );
    };
    look();
  });
}

/** The whole page anew, with everything in the browser's cache. */
async function openCold(page: Page, url: string): Promise<Opening> {
  await page.goto(url, { waitUntil: 'commit' });
  const seen = await page.evaluate(watch, lastWords);
  return { paintMs: seen.at, longestMs: seen.longestMs, nodes: seen.nodes };
}

/** From the list of tasks, by its link: what an operator does all day. */
async function openFromList(page: Page, stage: Stage, title: string): Promise<Opening> {
  await page.goto(`${stage.url}/tasks`);
  const link = page.getByRole('link', { name: title, exact: true });
  await link.waitFor();
  await link.hover();
  const seeing = page.evaluate(watch, lastWords);
  const start = await page.evaluate(() => performance.now());
  await link.click();
  const seen = await seeing;
  return { paintMs: seen.at - start, longestMs: seen.longestMs, nodes: seen.nodes };
}

async function recordRun(stage: Stage, count: number): Promise<Task> {
  const { taskId } = await stage.api<{ taskId: string }>('/api/tasks', {
    agentId: 'bench',
    message: String(count),
    title: `Run of ${count}`,
  });
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

/** How long a recorded run takes from the wish to see it until its end is painted. */
export async function benchOpenRun(): Promise<void> {
  const given = process.env['COUNTERSIGN_CONSOLE'];
  if (given === undefined) buildConsole();
  const stage = await startStage({
    consoleDir: resolve(given ?? 'dist'),
    async play(say, { threadId, runId, ...input }) {
      const { messages } = input as unknown as { messages: { content: string }[] };
      await say({ type: 'RUN_STARTED', threadId, runId });
      for (const event of longRun(Number(messages.at(-1)?.content))) await say(event);
      await say({ type: 'RUN_FINISHED', threadId, runId });
    },
  });
  try {
    const rows: string[][] = [];
    for (const size of sizes) {
      const task = await recordRun(stage, size);
      const snapshot = await snapshotOf(stage, task.id);
      const page = await stage.open();
      const cold: Opening[] = [];
      const linked: Opening[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        const first = await openCold(page, `${stage.url}/tasks/${task.id}`);
        const second = await openFromList(page, stage, task.title);
        // The first round fills the caches of the browser and of the server.
        if (round === 0) continue;
        cold.push(first);
        linked.push(second);
      }
      await page.context().close();
      const ms = (openings: readonly Opening[], of: keyof Opening) =>
        `${median(openings.map((opening) => opening[of])).toFixed(0)}`;
      rows.push([
        task.counts.events.toLocaleString('en'),
        `${(snapshot.bytes / 1e6).toFixed(1)} MB in ${snapshot.ms.toFixed(0)} ms`,
        `${ms(linked, 'paintMs')} ms`,
        `${ms(cold, 'paintMs')} ms`,
        `${ms([...linked, ...cold], 'longestMs')} ms`,
        ms(linked, 'nodes'),
      ]);
    }
    printTable(
      [
        'Opening a run of',
        'Snapshot',
        'From the list',
        'Page anew',
        'Longest task',
        'Nodes in the document',
      ],
      rows,
    );
  } finally {
    await stage.close();
  }
}
