import type { HaiEvent } from '@countersign/hai/event';
import type { Page } from '@playwright/test';
import { type Play, type Stage, startStage } from './stage.ts';
import { median, printTable } from './table.ts';

const openPrompts = 200;
const visits = 7;
/** A connection as at home or on a train: 10 Mbit/s, 40 ms round trip. */
const slowLine = {
  offline: false,
  latency: 40,
  downloadThroughput: 1_250_000,
  uploadThroughput: 1_250_000,
};

const question = (threadId: string, index: number): HaiEvent => ({
  type: 'CUSTOM',
  name: 'upformat.message',
  value: {
    messageId: `msg-9d5a4c7b-8a54-${String(index).padStart(12, '0')}`,
    threadId,
    timestamp: new Date().toISOString(),
    state: 'needsHumanDecision',
    agentId: 'bench',
    ask: `Refund order 88-${String(index).padStart(5, '0')}, outside the 30 days?`,
    payload: { order: index, amount: { value: 20 + index / 10, currency: 'EUR' } },
    upThought: { confidence: 0.6, reasoning: `Asked twice, order ${index}. `.repeat(150) },
  },
});

const play: Play = async (say, { threadId, runId }) => {
  await say({ type: 'RUN_STARTED', threadId, runId });
  for (let index = 0; index < openPrompts; index += 1) await say(question(threadId, index));
  await new Promise(() => {});
};

interface Visit {
  /** Largest contentful paint, ms. */
  lcp: number;
  /** First row of the queue, ms. */
  row: number;
  bytes: { files: number; answers: number };
  lists: number;
}

async function visit(stage: Stage, page: Page): Promise<Visit> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slowLine);
  const bytes = { files: 0, answers: 0 };
  let lists = 0;
  const paths = new Map<string, string>();
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const { pathname } = new URL(response.url);
    paths.set(requestId, pathname);
    if (pathname === '/api/queue') lists += 1;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const isAnswer = paths.get(requestId)?.startsWith('/api/') === true;
    bytes[isAnswer ? 'answers' : 'files'] += encodedDataLength;
  });
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) Reflect.set(window, 'lcp', entry.startTime);
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await page.goto(`${stage.url}/inbox`, { waitUntil: 'commit' });
  await page.getByRole('option').first().waitFor();
  const row = await page.evaluate(() => performance.now());
  const seen = { ...bytes };
  // Includes a possible second reading of the lists, which the stream would trigger.
  await page.getByText('Connection: Live').waitFor();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 2_000)));
  const lcp = await page.evaluate(() => Number(Reflect.get(window, 'lcp')));
  return { lcp, row, bytes: { files: seen.files, answers: bytes.answers }, lists };
}

/** The inbox in a browser without a cache, over a slow connection, until its first row is shown. */
export async function benchVisit(): Promise<void> {
  const stage = await startStage(play);
  try {
    const taskId = await stage.start('ask', 'Refunds');
    for (let open = 0; open < openPrompts; ) {
      const task = await stage.api<{ openPrompts: { blocking: number } }>(`/api/tasks/${taskId}`);
      open = task.openPrompts.blocking;
    }
    const seen: Visit[] = [];
    for (let count = 0; count < visits; count += 1) {
      const page = await stage.open();
      seen.push(await visit(stage, page));
      await page.context().close();
    }
    const of = (read: (visit: Visit) => number) => median(seen.map(read)).toFixed(0);
    printTable(
      [
        `First visit, ${openPrompts} prompts, 10 Mbit/s`,
        'Largest paint',
        'First row',
        'Files until then',
        'Answers',
        'Lists of prompts read',
      ],
      [
        [
          `median of ${visits}`,
          `${of(({ lcp }) => lcp)} ms`,
          `${of(({ row }) => row)} ms`,
          `${of(({ bytes }) => bytes.files / 1_000)} KB`,
          `${of(({ bytes }) => bytes.answers / 1_000)} KB`,
          of(({ lists }) => lists),
        ],
      ],
    );
  } finally {
    await stage.close();
  }
}
