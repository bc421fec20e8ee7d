import type { Task } from '@countersign/api/task';
import type { HaiEvent } from '@countersign/hai/event';
import type { Page } from '@playwright/test';
import { longTaskMs, recordMainThread } from './main-thread.ts';
import { paced } from './paced.ts';
import { type Play, type Stage, startStage } from './stage.ts';
import { printTable } from './table.ts';

const openPrompts = 1_000;
const secondsEach = 10;
/** Events in the meantime: new questions, and revisions of open ones. */
const arrivalsPerSecond = 5;
const revisionsPerSecond = 25;
/** Budget of one frame at 60 Hz, ms. */
const frameBudgetMs = 1_000 / 60;

const severities = ['info', 'minor', 'major', 'critical'] as const;

function question(threadId: string, index: number, revision = 1): HaiEvent {
  return {
    type: 'CUSTOM',
    name: 'upformat.message',
    value: {
      messageId: `ask-${index}`,
      threadId,
      timestamp: new Date().toISOString(),
      state: index % 4 === 3 ? 'followup' : 'needsHumanDecision',
      agentId: 'bench',
      revision,
      severity: severities[index % severities.length],
      ask: `Refund order 88-${String(index).padStart(5, '0')}, outside the 30 days?`,
      payload: { order: index, amount: { value: 20 + index / 10, currency: 'EUR' }, revision },
      // Every second one has a deadline that counts down.
      ...(index % 2 === 0
        ? { expiresAt: new Date(Date.now() + 600_000 + index * 1_000).toISOString() }
        : {}),
    },
  };
}

/** Starts to ask when `arrive` resolves: the page must be open by then. */
function script(arrive: Promise<void>): Play {
  return async (say, { threadId, runId }) => {
    await say({ type: 'RUN_STARTED', threadId, runId });
    for (let index = 0; index < openPrompts; index += 1) await say(question(threadId, index));
    await arrive;
    const perSecond = arrivalsPerSecond + revisionsPerSecond;
    const every = perSecond / arrivalsPerSecond;
    await paced({ perSecond, seconds: secondsEach * 2 }, (index) =>
      index % every === 0
        ? say(question(threadId, openPrompts + index))
        : say(question(threadId, (index * 37) % openPrompts, 2 + index)),
    );
  };
}

/** Does `act` once per frame for `ms`; returns the duration of the frames, ms, sorted. */
function eachFrame({ act, ms }: { act: 'nothing' | 'scroll' | 'keys'; ms: number }) {
  const list = document.querySelector<HTMLElement>('[role="listbox"]');
  const frames: number[] = [];
  const until = performance.now() + ms;
  list?.focus();
  return new Promise<number[]>((resolve) => {
    let before = performance.now();
    let down = true;
    const frame = (now: number) => {
      frames.push(now - before);
      before = now;
      if (act === 'scroll' && list !== null) {
        // About a row per frame, down and up again.
        list.scrollTop += down ? 48 : -48;
        if (list.scrollTop + list.clientHeight >= list.scrollHeight) down = false;
        if (list.scrollTop === 0) down = true;
      }
      // As a keyboard repeats a held key.
      if (act === 'keys' && frames.length % 2 === 0)
        list?.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'j', bubbles: true, repeat: true }),
        );
      if (now < until) requestAnimationFrame(frame);
      else resolve(frames.slice(1).toSorted((left, right) => left - right));
    };
    requestAnimationFrame(frame);
  });
}

/** Presses J repeatedly: the time until the row is marked on screen, and until its prompt is shown, ms, sorted. */
function eachKey(presses: number) {
  const upwards = (left: number, right: number) => left - right;
  const marked: number[] = [];
  const shown: number[] = [];
  const list = document.querySelector<HTMLElement>('[role="listbox"]');
  list?.focus();
  const current = () => list?.getAttribute('aria-activedescendant');
  const heading = () => document.querySelector('[data-prompt-head]')?.textContent;
  const painted = (is: () => boolean) =>
    new Promise<number>((resolve) => {
      const look = () => (is() ? resolve(performance.now()) : requestAnimationFrame(look));
      requestAnimationFrame(look);
    });
  const press = async () => {
    const [row, prompt] = [current(), heading()];
    const from = performance.now();
    list?.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }));
    const [mark, show] = await Promise.all([
      painted(() => current() !== row),
      painted(() => heading() !== prompt),
    ]);
    marked.push(mark - from);
    shown.push(show - from);
    await new Promise((resolve) => setTimeout(resolve, 150));
  };
  const all = Array.from({ length: presses });
  return all
    .reduce<Promise<void>>((before) => before.then(press), Promise.resolve())
    .then(() => ({ marked: marked.toSorted(upwards), shown: shown.toSorted(upwards) }));
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;

async function measure(
  stage: Stage,
  page: Page,
  scene: { name: string; act: 'nothing' | 'scroll' | 'keys' },
): Promise<string[]> {
  const ended = await recordMainThread(stage.browser);
  const frames = await page.evaluate(eachFrame, { act: scene.act, ms: secondsEach * 1_000 });
  const thread = await ended();
  const missed = frames.filter((ms) => ms > frameBudgetMs * 1.5).length;
  const cpuMs = (thread.busy * thread.seconds * 1_000) / frames.length;
  const rows = await page.getByRole('option').count();
  return [
    scene.name,
    `${(frames.length / secondsEach).toFixed(0)}`,
    `${at(frames, 0.5).toFixed(1)} / ${at(frames, 0.95).toFixed(1)} / ${at(frames, 0.99).toFixed(1)} ms`,
    `${missed} of ${frames.length}`,
    `${cpuMs.toFixed(1)} ms`,
    `${thread.longCpuTasks} (longest ${thread.longestCpuMs.toFixed(0)} ms)`,
    String(rows),
  ];
}

/** Waits until the server has received all questions. */
async function untilAsked(stage: Stage, taskId: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const { openPrompts: open } = await stage.api<Pick<Task, 'openPrompts'>>(
      `/api/tasks/${taskId}`,
    );
    if (open.blocking + open.followup === openPrompts) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the agent did not ask everything');
}

/** A thousand open prompts: scrolled, traversed with a held key, and while others arrive and change. */
export async function benchInbox(): Promise<void> {
  let arrive = () => {};
  const reported = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const stage = await startStage(script(reported));
  try {
    await untilAsked(stage, await stage.start('ask', 'Refunds'));
    const page = await stage.open();
    await page.goto(`${stage.url}/inbox?group=none`);
    await page.getByRole('option').first().waitFor();
    const scenes = [
      { name: 'idle, countdowns running', act: 'nothing' },
      { name: 'scrolled by a row per frame', act: 'scroll' },
      { name: 'J held: another prompt every other frame', act: 'keys' },
    ] as const;
    const rows: string[][] = [];
    for (const scene of scenes) rows.push(await measure(stage, page, scene));
    const keys = await page.evaluate(eachKey, 60);
    arrive();
    const busy = `${arrivalsPerSecond} arrive and ${revisionsPerSecond} change per second`;
    rows.push(await measure(stage, page, { name: `idle, ${busy}`, act: 'nothing' }));
    rows.push(await measure(stage, page, { name: `scrolled, ${busy}`, act: 'scroll' }));
    printTable(
      [
        `Inbox of ${openPrompts} open prompts`,
        'Frames/s',
        'Frame p50 / p95 / p99',
        'Missed',
        'Processor per frame',
        `Tasks over ${longTaskMs} ms, processor time`,
        'Rows drawn',
      ],
      rows,
    );
    const both = (sorted: readonly number[]) =>
      `${at(sorted, 0.5).toFixed(0)} / ${at(sorted, 0.95).toFixed(0)} ms`;
    printTable(
      ['J among them', 'Row marked, p50 / p95', 'Prompt shown, p50 / p95'],
      [['60 presses', both(keys.marked), both(keys.shown)]],
    );
  } finally {
    await stage.close();
  }
}
