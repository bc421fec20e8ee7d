import type { Browser } from '@playwright/test';

/** A task longer than this is noticeable, ms. */
export const longTaskMs = 50;

/** The work of the busiest page of a browser between start and end. */
export interface MainThread {
  seconds: number;
  /** Share of the time in which its main thread computed, 0 to 1. */
  busy: number;
  /** By processor time: the cost of the page itself, independent of other load on the machine. */
  longestCpuMs: number;
  longCpuTasks: number;
  /** By wall-clock time: how long a person waited. */
  longestMs: number;
  longTasks: number;
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  dur?: number;
  /** Microseconds of the thread's processor time. */
  tdur?: number;
  args: { name?: string };
}

const isWanted = (event: unknown): event is TraceEvent =>
  typeof event === 'object' &&
  event !== null &&
  'name' in event &&
  (event.name === 'RunTask' || event.name === 'thread_name');

/** Starts recording every task of every main thread; the returned function ends it. */
export async function recordMainThread(browser: Browser): Promise<() => Promise<MainThread>> {
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    // Declared as texts by their names, which they are not.
    const all: readonly unknown[] = value;
    events.push(...all.filter(isWanted));
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['disabled-by-default-devtools.timeline', '__metadata'],
      excludedCategories: ['*'],
    },
  });
  const start = performance.now();
  return async () => {
    const seconds = (performance.now() - start) / 1_000;
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await complete;
    await session.detach();
    return busiest(events, seconds);
  };
}

function busiest(events: readonly TraceEvent[], seconds: number): MainThread {
  const isMain = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const found = new Map<string, MainThread>();
  for (const { name, pid, tid, dur = 0, tdur = 0 } of events) {
    const thread = `${pid}/${tid}`;
    if (name !== 'RunTask' || !isMain.has(thread)) continue;
    const sum = found.get(thread) ?? {
      seconds,
      busy: 0,
      longestCpuMs: 0,
      longCpuTasks: 0,
      longestMs: 0,
      longTasks: 0,
    };
    const [ms, cpuMs] = [dur / 1_000, tdur / 1_000];
    sum.busy += cpuMs / 1_000 / seconds;
    sum.longestMs = Math.max(sum.longestMs, ms);
    sum.longestCpuMs = Math.max(sum.longestCpuMs, cpuMs);
    if (ms > longTaskMs) sum.longTasks += 1;
    if (cpuMs > longTaskMs) sum.longCpuTasks += 1;
    found.set(thread, sum);
  }
  const [most] = [...found.values()].sort((left, right) => right.busy - left.busy);
  if (most === undefined) throw new Error('the trace holds no task of a page');
  return most;
}
