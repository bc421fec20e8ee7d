import type { HaiEvent } from '@countersign/hai/event';
import type { Page } from '@playwright/test';
import { longTaskMs, type MainThread, recordMainThread } from './main-thread.ts';
import { paced } from './paced.ts';
import { type Play, type Run, type Stage, startStage } from './stage.ts';
import { printTable } from './table.ts';

const streams = 20;
const deltasPerSecond = 100;
const patchesPerSecond = 200;
/** Duration of the measurement, and of the time before it. */
const seconds = 20;
const settleMs = 4_000;
/** Longer than start, settling and measurement together. */
const runSeconds = 40;

const words = ['the', 'cell', '**north**', 'of', 'the', 'river', 'keeps', '`pci 21`', 'within'];

/** A word and now and then a new paragraph; every tenth contains its time of sending. */
function word(index: number): string {
  if (index % 60 === 59) return '.\n\n';
  if (index % 10 === 0) return `@${Date.now()} `;
  return `${words[index % words.length]} `;
}

const begin = (messageId: string): HaiEvent => ({
  type: 'BUSINESS_DATA_START',
  messageId,
  role: 'assistant',
});
const content = (messageId: string, index: number): HaiEvent => ({
  type: 'BUSINESS_DATA_CONTENT',
  messageId,
  delta: word(index),
});

/** Just under 1 MB of shared state, the maximum for one event: 40 tables of 130 rows. */
const largeState = () => ({
  tables: Array.from({ length: 40 }, (_, table) =>
    Array.from({ length: 130 }, (_, row) => ({
      id: `row-${table}-${row}`,
      status: 'waiting',
      note: 'x'.repeat(118),
      score: row / 130,
    })),
  ),
});

/** The script of the run is chosen by the task's first message. */
const scripts: Record<string, Play> = {
  async one(say) {
    await say(begin('m'));
    await paced({ perSecond: deltasPerSecond, seconds: runSeconds }, (index) =>
      say(content('m', index)),
    );
  },
  async twenty(say) {
    for (let stream = 0; stream < streams; stream += 1) await say(begin(`m${stream}`));
    await paced({ perSecond: deltasPerSecond * streams, seconds: runSeconds }, (index) =>
      say(content(`m${index % streams}`, Math.floor(index / streams))),
    );
  },
  async state(say) {
    await say({ type: 'STATE_SNAPSHOT', snapshot: largeState() });
    await paced({ perSecond: patchesPerSecond, seconds: runSeconds }, (index) => {
      // Every other one where it is visible, the rest all over the document.
      const [table, row] = index % 2 === 0 ? [0, (index / 2) % 8] : [index % 40, index % 130];
      const path = `/tables/${table}/${row}/status`;
      return say({
        type: 'STATE_DELTA',
        delta: [{ op: 'replace', path, value: `@${Date.now()}` }],
      });
    });
  },
};

async function play(say: Parameters<Play>[0], run: Run): Promise<void> {
  const { threadId, runId } = run;
  await say({ type: 'RUN_STARTED', threadId, runId });
  await scripts[run.message]?.(say, run);
  await say({ type: 'RUN_FINISHED', threadId, runId });
}

interface Seen {
  /** From sending by the agent to the frame that shows it, ms, sorted. */
  lags: number[];
  /** Between two frames, ms, sorted. */
  frames: number[];
}

/** Reads in the page, once per frame, the newest time in `selector`. */
function look({ selector, ms }: { selector: string; ms: number }): Promise<Seen> {
  const lags: number[] = [];
  const frames: number[] = [];
  const until = performance.now() + ms;
  return new Promise((resolve) => {
    let before = performance.now();
    const frame = () => {
      const now = performance.now();
      frames.push(now - before);
      before = now;
      if (frames.length % 6 === 0) {
        let newest = 0;
        for (const element of document.querySelectorAll(selector)) {
          const stamps = (element.textContent ?? '').slice(-4_000).match(/@\d{13}/g) ?? [];
          for (const stamp of stamps) newest = Math.max(newest, Number(stamp.slice(1)));
        }
        if (newest > 0) lags.push(Date.now() - newest);
      }
      if (now < until) requestAnimationFrame(frame);
      else {
        const upwards = (left: number, right: number) => left - right;
        resolve({ lags: lags.toSorted(upwards), frames: frames.slice(1).toSorted(upwards) });
      }
    };
    requestAnimationFrame(frame);
  });
}

interface Scene {
  name: string;
  /** The first message of each task. */
  tasks: readonly string[];
  path(taskId: string): string;
  selector: string;
  prepare?(page: Page): Promise<void>;
}

const scenes = {
  wall: {
    name: `${streams} tasks at ${deltasPerSecond} deltas/s each, the wall with seven of them`,
    tasks: Array.from({ length: streams }, () => 'one'),
    path: () => '/wall',
    selector: '.tile-body',
  },
  stream: {
    name: `one task with ${streams} messages at ${deltasPerSecond} deltas/s each`,
    tasks: ['twenty'],
    path: (taskId) => `/tasks/${taskId}`,
    selector: '.stream-feed .message',
  },
  state: {
    name: `1 MB of state at ${patchesPerSecond} patches/s, as a tree`,
    tasks: ['state'],
    path: (taskId) => `/tasks/${taskId}?tab=state`,
    selector: '.state-doc',
    async prepare(page) {
      // Opens the first table and its first row.
      await page.getByRole('tree').focus();
      for (const key of ['ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowRight']) {
        await page.keyboard.press(key);
      }
    },
  },
} satisfies Record<string, Scene>;

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;

async function measure(stage: Stage, scene: Scene): Promise<string[]> {
  const page = await stage.open();
  await page.goto(`${stage.url}/inbox`);
  const ids: string[] = [];
  for (const [index, message] of scene.tasks.entries()) {
    ids.push(await stage.start(message, `Stream ${index + 1}`));
  }
  await page.goto(`${stage.url}${scene.path(ids[0] ?? '')}`);
  await page.locator(scene.selector).first().waitFor();
  await scene.prepare?.(page);
  await page.waitForTimeout(settleMs);
  const ended = await recordMainThread(stage.browser);
  const seen = await page.evaluate(look, { selector: scene.selector, ms: seconds * 1_000 });
  const thread = await ended();
  await page.context().close();
  return [scene.name, ...figures(thread, seen)];
}

function figures(thread: MainThread, { lags, frames }: Seen): string[] {
  return [
    `${thread.longCpuTasks} (longest ${thread.longestCpuMs.toFixed(0)} ms)`,
    `${thread.longTasks} (longest ${thread.longestMs.toFixed(0)} ms)`,
    `${(thread.busy * 100).toFixed(0)} %`,
    `${at(lags, 0.5).toFixed(0)} / ${at(lags, 0.95).toFixed(0)} ms`,
    `${at(frames, 0.95).toFixed(0)} ms`,
  ];
}

/** The cost of a page while agents send at full speed. */
export async function benchLive(name: keyof typeof scenes): Promise<void> {
  const stage = await startStage(play);
  try {
    printTable(
      [
        'Live',
        `Tasks over ${longTaskMs} ms, processor time`,
        'on the wall clock',
        'Main thread busy',
        'Sent to shown, p50 / p95',
        'Frame p95',
      ],
      [await measure(stage, scenes[name])],
    );
  } finally {
    await stage.close();
  }
}
