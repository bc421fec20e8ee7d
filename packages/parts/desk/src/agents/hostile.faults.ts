import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChildServer, startChildServer } from '@countersign/bff/testing/child-server';
import type { AnomalyItem, Thread } from '@countersign/thread/thread';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const frame = (event: unknown) => `data: ${JSON.stringify(event)}\n\n`;
/** Enough events for a snapshot to be stored. */
const ticks = Array.from({ length: 1_200 }, () => frame({ type: 'CUSTOM', name: 'tick' })).join('');
const seed = frame({ type: 'STATE_SNAPSHOT', snapshot: { seed: 'x'.repeat(64) } });
const copyOf = (index: number) => ({ op: 'copy', from: '', path: `/copy${index}` });
const copies = (count: number) => Array.from({ length: count }, (_, index) => copyOf(index));

type Play = (say: (text: string) => Promise<void>) => Promise<void>;

let directory: string;
let agent: Server;
let server: ChildServer;
let play: Play;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'countersign-hostile-'));
  const sayTo = (response: ServerResponse) => async (text: string) => {
    if (response.write(text)) return;
    await new Promise<void>((resolve) => response.once('drain', resolve));
  };
  agent = createServer((request, response) => {
    request.resume();
    request.on('end', async () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const say = sayTo(response);
      await say(frame({ type: 'RUN_STARTED' }));
      await play(say);
      await say(frame({ type: 'RUN_FINISHED' }));
      response.end();
    });
  });
  await new Promise<void>((resolve) => agent.listen(0, '127.0.0.1', resolve));
  const { port } = agent.address() as AddressInfo;
  server = await startChildServer(directory, [
    {
      id: 'hostile-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
      name: 'Hostile',
      url: `http://127.0.0.1:${port}/`,
      protocol: 'hai',
    },
  ]);
});
afterEach(async () => {
  await server.kill('SIGKILL');
  agent.closeAllConnections();
  agent.close();
  rmSync(directory, { recursive: true, force: true });
});

async function start(): Promise<string> {
  const agentId = 'hostile-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11';
  const { body } = await server.request('/api/tasks', { agentId, message: 'Go.' });
  return body.taskId;
}

/** Polls until the run has ended; returns how often other requests were answered meanwhile. */
async function othersWhileItRuns(taskId: string): Promise<number> {
  for (let answered = 0; ; answered += 1) {
    const { body } = await server.request(`/api/tasks/${taskId}`);
    if (!['starting', 'running'].includes(`${body.runStatus}`)) return answered;
    expect((await server.request('/health')).status).toBe(200);
  }
}

async function open(taskId: string): Promise<{ thread: Thread; chars: number }> {
  const { status, body } = await server.request(`/api/tasks/${taskId}/snapshot`);
  expect(status).toBe(200);
  return { thread: body.thread, chars: JSON.stringify(body).length };
}

const leftOut = ({ items }: Thread) =>
  items
    .filter((item): item is AnomalyItem => item.kind === 'anomaly')
    .flatMap((item) => item.leftOut ?? []);

describe('an agent that floods', () => {
  it.each([
    ['24 copies, one by one', copies(24).map((copy) => [copy])],
    ['40 copies, one by one', copies(40).map((copy) => [copy])],
    ['24 copies in one event', [copies(24)]],
  ])('%s: the server continues and the task can be opened', async (_name, deltas) => {
    play = async (say) => {
      await say(seed);
      for (const delta of deltas) await say(frame({ type: 'STATE_DELTA', delta }));
      await say(ticks);
    };
    const taskId = await start();
    await othersWhileItRuns(taskId);
    const { thread, chars } = await open(taskId);
    expect(leftOut(thread)).toContain('state');
    expect(thread.run.status).toBe('finished');
    expect(chars).toBeLessThan(20_000_000);
    expect(server.output()).not.toContain('caught by nobody');
  });

  it('with text without an end: the oldest is removed, and shown as it was', async () => {
    const words = 'a word of a contract '.repeat(20_000);
    play = async (say) => {
      for (let index = 0; index < 100; index += 1) {
        const messageId = `chatcmpl-${index}`;
        await say(frame({ type: 'BUSINESS_DATA_CONTENT', messageId, delta: words }));
      }
    };
    const taskId = await start();
    expect(await othersWhileItRuns(taskId)).toBeGreaterThan(0);
    const { thread, chars } = await open(taskId);
    expect(leftOut(thread)).toContain('items');
    expect(chars).toBeLessThan(30_000_000);
    const at = thread.earlier?.sequence ?? 0;
    const { body } = await server.request(`/api/tasks/${taskId}/snapshot?at=${at}`);
    const then = body.thread;
    expect(then.items[0]?.sequence).toBeLessThan(thread.items[1]?.sequence ?? 0);
  });

  it('with a hundred thousand small events: others are served meanwhile', async () => {
    play = async (say) => {
      for (let page = 0; page < 100; page += 1) {
        let text = '';
        for (let row = 0; row < 1_000; row += 1) {
          text += frame({ type: 'CUSTOM', name: `tick ${page}-${row}` });
        }
        await say(text);
      }
    };
    const taskId = await start();
    expect(await othersWhileItRuns(taskId)).toBeGreaterThan(20);
    const { thread } = await open(taskId);
    expect(thread.items.length).toBeLessThanOrEqual(20_001);
    expect(thread.earlier?.items).toBeGreaterThan(70_000);
  });
});
