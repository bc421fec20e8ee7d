import { connect, type Socket } from 'node:net';
import type { OperatorRole } from '@countersign/api/operator';
import {
  adminToken,
  describeAgent,
  type Harness,
  startHarness,
} from '@countersign/bff/testing/harness';
import { createManualClock } from '@countersign/bff/testing/manual-clock';
import { type ScriptedAgent, startScriptedAgent } from '@countersign/bff/testing/scripted-agent';
import { openStream, type StreamFrames } from '@countersign/bff/testing/stream-frames';
import { afterEach, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../runtime/clock.ts';

let harness: Harness;
let agent: ScriptedAgent;
let url: string;
const sockets: Socket[] = [];
const streams: StreamFrames[] = [];
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close();
  for (const socket of sockets.splice(0)) socket.destroy();
  await harness?.close();
  await agent?.close();
});

const admin = { authorization: `Bearer ${adminToken}` };
async function setUp(clock: Clock = systemClock) {
  agent = await startScriptedAgent();
  harness = await startHarness({ agents: [describeAgent(agent)], clock });
  url = await harness.listen();
}
async function operator(id: string, role: OperatorRole) {
  const { body } = await harness.request('POST', '/api/operators', { id, name: id, role });
  return { authorization: `Bearer ${body['token']}` };
}
const open = async (signed: { authorization: string }, query?: string) => {
  const stream = await openStream(url, signed, query);
  streams.push(stream);
  return stream;
};
const turn = () => new Promise((resolve) => setImmediate(resolve));
/** A reader of everything that never reads a byte from its socket. */
async function openIdle(signed: { authorization: string }, count: number) {
  const { hub, journal } = harness.services;
  const before = hub.readers();
  for (let index = 0; index < count; index += 1) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
    socket.write(
      `GET /api/stream?tasks=*&after=${journal.storeId}.0 HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${signed.authorization}\r\n\r\n`,
    );
    sockets.push(socket);
  }
  while (hub.readers() < before + count) await turn();
}
async function say(count: number, chars: number) {
  const { taskId, runId } = await harness.start();
  const run = await agent.run(agent.runs.length);
  run.send({ type: 'RUN_STARTED', threadId: taskId, runId });
  for (let index = 0; index < count; index += 1)
    run.send({ type: 'CUSTOM', name: 'note', value: `${index} ${'x'.repeat(chars)}` });
  run.send({ type: 'RUN_FINISHED', threadId: taskId, runId });
  await harness.untilStatus(taskId, 'finished');
  return taskId;
}

describe('readers that read nothing', () => {
  it('are sent a page each, while others read everything', async () => {
    await setUp();
    await say(15, 900_000);
    const { hub, journal } = harness.services;
    await openIdle(admin, 20);
    const awake = await open(admin, `tasks=*&after=${journal.storeId}.0`);
    expect(awake.frames.filter(({ event }) => event === undefined)).toHaveLength(journal.head());
    // A page is one event here. What the kernel has buffered is not counted here.
    expect(hub.queued()).toBeGreaterThan(0);
    expect(hub.queued()).toBeLessThan(20 * 1_000_000);
    // Later events are not sent to them before they have read that.
    const queued = hub.queued();
    await say(3, 900_000);
    await awake.until(
      (frames) => frames.filter(({ event }) => event === undefined).length === journal.head(),
    );
    expect(hub.queued()).toBe(queued);
  }, 60_000);

  it('that were live are sent no more of a flood than a batch', async () => {
    await setUp();
    const { hub, journal } = harness.services;
    const awake = await open(admin, 'tasks=*');
    await openIdle(admin, 5);
    await say(15, 900_000);
    await awake.until((frames) => frames.at(-1)?.id === `${journal.storeId}.${journal.head()}`);
    expect(hub.queued()).toBeLessThan(5 * 1_300_000);
  }, 60_000);
});

describe('streams of one operator', () => {
  it('are limited per operator, so that other operators can connect', async () => {
    await setUp();
    const bob = await operator('bob', 'viewer');
    for (let index = 0; index < 70; index += 1) await open(bob);
    const { status, body, headers } = await fetch(`${url}/api/stream`, { headers: bob }).then(
      async (response) => ({
        status: response.status,
        body: await response.json(),
        headers: response.headers,
      }),
    );
    expect(status).toBe(429);
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(body).toMatchObject({
      type: '/problems/too-many-streams',
      detail: expect.stringContaining('70 streams'),
    });
    await open(admin);
    streams[0]?.close();
    while (harness.services.hub.readers() > 70) await turn();
    await open(bob);
  }, 60_000);

  it('that read nothing are closed for a new one', async () => {
    await setUp();
    const bob = await operator('bob', 'viewer');
    await say(8, 900_000);
    await openIdle(bob, 70);
    while (harness.services.hub.queued() === 0) await turn();
    const stream = await open(bob, 'tasks=*');
    expect(stream.frames.some(({ event }) => event === 'ready')).toBe(true);
    expect(harness.services.hub.readers()).toBe(70);
  }, 60_000);

  it('are one per tab: a new one ends the previous one, and no other', async () => {
    await setUp();
    const bob = { ...(await operator('bob', 'viewer')), 'countersign-tab': 'tab-7' };
    const first = await open(bob);
    const other = await open({ ...admin, 'countersign-tab': 'tab-7' } as typeof admin);
    const second = await open(bob);
    await first.ended;
    expect(harness.services.hub.readers()).toBe(2);
    await say(1, 1);
    for (const stream of [second, other])
      await stream.until((frames) => frames.some(({ data }) => data.includes('RUN_FINISHED')));
  });
});

describe('a narrow reader', () => {
  it('receives the position of the log, so that it resumes from there', async () => {
    const clock = createManualClock();
    await setUp(clock);
    const { journal } = harness.services;
    const mine = await say(1, 1);
    const stream = await open(admin, `tasks=${mine}`);
    await say(50, 10);
    expect(stream.frames.some(({ event }) => event === undefined)).toBe(false);
    clock.advance(15_000);
    const frame = await stream.until((frames) => frames.find(({ event }) => event === 'position'));
    expect(frame.id).toBe(`${journal.storeId}.${journal.head()}`);
    expect(JSON.parse(frame.data)).toEqual({ cursor: frame.id });
    // Once: if the position is unchanged, only the connection is kept alive.
    clock.advance(15_000);
    await say(1, 1);
    clock.advance(15_000);
    await stream.until((frames) => frames.at(-1)?.id === `${journal.storeId}.${journal.head()}`);
    expect(stream.frames.filter(({ event }) => event === 'position')).toHaveLength(2);
  });
});
