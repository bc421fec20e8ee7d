import { connect } from 'node:net';
import { promptSchema } from '@countersign/api/prompt';
import { wireRowOf } from '@countersign/api/prompt-row';
import {
  adminToken,
  describeAgent,
  type Harness,
  startHarness,
} from '@countersign/bff/testing/harness';
import {
  type AgentRun,
  type ScriptedAgent,
  startScriptedAgent,
} from '@countersign/bff/testing/scripted-agent';
import { decodeBatch } from '@countersign/hai/envelope-batch';
import { createSseParser } from '@countersign/hai/sse';
import { afterEach, describe, expect, it } from 'vitest';
import type { Journal } from '../journal/journal.ts';
import { systemClock } from '../runtime/clock.ts';
import { createTurns } from '../runtime/turns.ts';
import { createReader } from './streams/reader.ts';
import type { Sink } from './streams/sink.ts';

let harness: Harness;
let agent: ScriptedAgent;
const open: AbortController[] = [];
afterEach(async () => {
  for (const abort of open.splice(0)) abort.abort();
  await harness?.close();
  await agent?.close();
});

async function setUp() {
  agent = await startScriptedAgent();
  harness = await startHarness({ agents: [describeAgent(agent)] });
  const url = await harness.listen();
  const { taskId, runId } = await harness.start();
  const run = await agent.run(0);
  run.send({ type: 'RUN_STARTED', threadId: taskId, runId });
  return { url, taskId, runId, run };
}
interface Frame {
  id?: string;
  event?: string;
  data: string;
}
/** Reads the stream until `enough`, then closes it. */
async function read(
  url: string,
  query: string,
  options: {
    lastEventId?: string;
    coding?: 'gzip' | 'identity';
    enough: (frames: Frame[]) => boolean;
    onReady?: () => void;
  },
): Promise<Frame[]> {
  const abort = new AbortController();
  open.push(abort);
  const response = await fetch(`${url}/api/stream?${query}`, {
    headers: {
      authorization: `Bearer ${adminToken}`,
      'accept-encoding': options.coding ?? 'gzip',
      ...(options.lastEventId === undefined ? {} : { 'last-event-id': options.lastEventId }),
    },
    signal: abort.signal,
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  expect(response.headers.get('cache-control')).toBe('no-store, no-transform');
  expect(response.headers.get('vary')).toContain('accept-encoding');
  expect(response.headers.get('content-encoding')).toBe(
    options.coding === 'identity' ? null : 'gzip',
  );
  const frames: Frame[] = [];
  const parser = createSseParser({
    onFrame(frame) {
      frames.push(frame);
      if (frame.event === 'ready') options.onReady?.();
    },
  });
  const decoder = new TextDecoder();
  if (response.body === null) throw new Error('no body');
  for await (const chunk of response.body) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    if (options.enough(frames)) break;
  }
  abort.abort();
  return frames;
}
const positions = (frames: Frame[]) =>
  frames
    .filter((frame) => frame.event === undefined)
    .map((frame) => JSON.parse(frame.data).position);
const sends = (run: AgentRun, count: number, from = 0) => {
  for (let index = from; index < from + count; index += 1)
    run.send({ type: 'STEP_STARTED', stepName: `s${index}` });
};
const untilSteps = (taskId: string, count: number) =>
  harness.until(
    () =>
      harness.events(taskId).filter(({ event }) => event.type === 'STEP_STARTED').length === count,
  );

describe('the stream', () => {
  it('reports that it is ready at the head, then delivers live, once each, in order', async () => {
    const { url, taskId, run } = await setUp();
    sends(run, 20);
    await untilSteps(taskId, 20);
    const frames = await read(url, 'tasks=*', {
      onReady: () => sends(run, 30, 20),
      enough: (seen) => seen.filter((frame) => frame.data.includes('STEP_STARTED')).length === 30,
    });
    expect(frames[0]?.event).toBe('ready');
    const { cursor, serverTime } = JSON.parse(frames[0]!.data);
    expect(cursor).toBe(frames[0]?.id);
    expect(serverTime).toBeTypeOf('number');
    const seen = positions(frames);
    expect(seen).toEqual(seen.map((_, index) => seen[0]! + index));
  });

  it('is the same with and without compression, behind and live', async () => {
    const { url, taskId, run } = await setUp();
    sends(run, 600);
    await untilSteps(taskId, 600);
    const from = `tasks=*&after=${harness.services.journal.storeId}.0`;
    const last = (name: string) => (seen: Frame[]) => seen.some(({ data }) => data.includes(name));
    const packed = await read(url, from, {
      onReady: () => sends(run, 40, 600),
      enough: last('"s639"'),
    });
    const plain = await read(url, from, { coding: 'identity', enough: last('"s639"') });
    const events = (frames: Frame[]) => frames.filter(({ event }) => event === undefined);
    expect(events(packed).slice(0, 640)).toEqual(events(plain).slice(0, 640));
  });

  it('sends the same in batches, behind and live, to a reader that asks for it', async () => {
    const { url, taskId, run } = await setUp();
    sends(run, 1_500);
    await untilSteps(taskId, 1_500);
    const other = await harness.start();
    const from = `after=${harness.services.journal.storeId}.0`;
    const steps = (text: string) => text.split('STEP_STARTED').length - 1;
    const readAll = (query: string, onReady = () => {}) =>
      read(url, `tasks=${taskId}&facts=short&${from}${query}`, {
        onReady,
        enough: (seen) => seen.reduce((sum, { data }) => sum + steps(data), 0) === 1_530,
      });
    const batched = await readAll('&envelopes=batched', () => sends(run, 30, 1_500));
    const single = await readAll('');
    const isLast = (data: string) => data.includes('"s1529"');
    const envelopesOf = (frames: Frame[]) =>
      frames.flatMap(({ event, data }) =>
        event === 'batch'
          ? decodeBatch(JSON.parse(data))
          : event === undefined
            ? [JSON.parse(data)]
            : [],
      );
    expect(envelopesOf(batched)).toEqual(envelopesOf(single));
    expect(JSON.stringify(envelopesOf(batched))).toContain(other.taskId);
    const batches = batched.filter(({ event }) => event === 'batch');
    expect(batches.length).toBeLessThan(100);
    expect(batches.some(({ data }) => isLast(data))).toBe(true);
    const bytes = (frames: Frame[]) => frames.reduce((sum, { data }) => sum + data.length, 0);
    expect(bytes(batched)).toBeLessThan(bytes(single) / 3);
    // The cursor of a batch is that of its last event.
    const rest = await read(url, `tasks=${taskId}&facts=short`, {
      lastEventId: batches[0]!.id!,
      enough: (seen) => seen.at(-1)?.event === 'ready',
    });
    const after = envelopesOf(batches.slice(0, 1)).length;
    expect(envelopesOf(rest)).toEqual(envelopesOf(single).slice(after));
  });

  it('is written as it is, and waits for the response before it on a connection', async () => {
    const { url } = await setUp();
    const { port } = new URL(url);
    const head = `Host: 127.0.0.1:${port}\r\nAuthorization: Bearer ${adminToken}\r\n\r\n`;
    const said = async (requests: string, enough: RegExp) => {
      const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8');
      socket.write(requests);
      let text = '';
      for await (const chunk of socket) {
        text += chunk;
        if (enough.test(text)) break;
      }
      return text;
    };
    const stream = `GET /api/stream HTTP/1.1\r\n${head}`;
    const alone = await said(stream, /event: ready/);
    expect(alone).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(alone).toMatch(/connection: close\r\n/i);
    expect(alone).not.toMatch(/transfer-encoding/i);
    expect(alone).toMatch(/\r\n\r\nretry: \d+\n/);
    const second = await said(`GET /api/tasks HTTP/1.1\r\n${head}${stream}`, /event: ready/);
    expect(second).toMatch(/^HTTP\/1.1 200 OK[\s\S]*"items":[\s\S]*HTTP\/1.1 200 OK[\s\S]*retry:/);
    const nothing = await said(`HEAD /api/stream HTTP/1.1\r\n${head}`, /\r\n\r\n/);
    expect(nothing).toMatch(/\r\n\r\n$/);
  });

  it('delivers exactly what came after a cursor', async () => {
    const { url, taskId, run } = await setUp();
    sends(run, 1_500);
    await untilSteps(taskId, 1_500);
    const all = await read(url, `tasks=${taskId}&after=${harness.services.journal.storeId}.0`, {
      enough: (seen) => seen.at(-1)?.event === 'ready',
    });
    const whole = positions(all);
    expect(whole).toEqual(Array.from({ length: whole.length }, (_, index) => index + 1));
    const middle = all[700]!.id!;
    const rest = await read(url, `tasks=${taskId}`, {
      lastEventId: middle,
      enough: (seen) => seen.at(-1)?.event === 'ready',
    });
    expect(positions(rest)).toEqual(whole.slice(701));
  });

  it.each([
    ['of another store', 'elsewhere.5'],
    ['from the future', 'FUTURE'],
    ['that is garbage', '%%%'],
  ])('responds to a cursor %s with one reset, never a silent gap', async (_name, cursor) => {
    const { url } = await setUp();
    const { storeId } = harness.services.journal;
    const frames = await read(url, 'tasks=*', {
      lastEventId: cursor === 'FUTURE' ? `${storeId}.999999` : cursor,
      enough: (seen) => seen.some((frame) => frame.event === 'ready'),
    });
    expect(frames[0]?.event).toBe('reset');
    expect(JSON.parse(frames[0]!.data)).toMatchObject({
      reason: expect.any(String),
      cursor: expect.stringContaining(storeId),
    });
  });

  it('is limited to its tasks, and with facts=all adds the facts and run ends of the others', async () => {
    const { url, taskId, run } = await setUp();
    const other = await harness.start();
    const second = await agent.run(1);
    const start = `${harness.services.journal.storeId}.0`;
    sends(run, 3);
    sends(second, 3);
    second.send({ type: 'RUN_FINISHED', threadId: other.taskId, runId: other.runId });
    await untilSteps(taskId, 3);
    await harness.untilStatus(other.taskId, 'finished');
    const ready = (seen: Frame[]) => seen.at(-1)?.event === 'ready';
    const only = await read(url, `tasks=${taskId}&after=${start}`, { enough: ready });
    const parsed = only
      .filter((frame) => frame.event === undefined)
      .map((frame) => JSON.parse(frame.data));
    expect(new Set(parsed.map((envelope) => envelope.threadId))).toEqual(new Set([taskId]));
    const facts = await read(url, `tasks=${taskId}&facts=all&after=${start}`, { enough: ready });
    const others = facts
      .filter((frame) => frame.event === undefined)
      .map((frame) => JSON.parse(frame.data))
      .filter((envelope) => envelope.threadId === other.taskId)
      .map((envelope) => envelope.event.name ?? envelope.event.type);
    expect(others).toContain('countersign.agent');
    expect(others).toContain('RUN_FINISHED');
    expect(others).not.toContain('STEP_STARTED');
  });

  it('with facts=short sends rows for questions of other tasks, and whole questions of its own', async () => {
    const { url, taskId, run } = await setUp();
    const explanation = 'The site went on air and collides. '.repeat(300);
    run.send({
      type: 'CUSTOM',
      name: 'upformat.message',
      value: {
        messageId: 'call_Yk3Xr0T9vQm2LpB7sNaW4dHc1',
        threadId: taskId,
        timestamp: '2026-01-01T00:00:00Z',
        state: 'needsHumanDecision',
        agentId: 'scripted',
        ask: 'Change 12 cells?',
        explanation,
        payload: { cells: 12 },
      },
    });
    await harness.until(() => harness.facts(taskId, 'countersign.prompt').length === 1);
    const start = `${harness.services.journal.storeId}.0`;
    const ready = (seen: Frame[]) => seen.at(-1)?.event === 'ready';
    const asked = async (query: string) => {
      const frames = await read(url, `${query}&after=${start}`, { enough: ready });
      return frames.flatMap((frame) => {
        if (frame.event !== undefined) return [];
        const envelope = JSON.parse(frame.data);
        return envelope.event.name === 'countersign.prompt' ? [{ envelope, frame }] : [];
      })[0];
    };
    const whole = await asked(`tasks=${encodeURIComponent(taskId)}&facts=short`);
    const short = await asked('tasks=&facts=short');
    expect(whole?.envelope.event.value.prompt.message.explanation).toBe(explanation);
    expect(short?.frame.id).toBe(whole?.frame.id);
    expect(short?.envelope).toMatchObject({
      ...whole?.envelope,
      event: { type: 'CUSTOM', name: 'countersign.prompt', value: { change: 'opened' } },
    });
    const { change, row, ...rest } = short?.envelope.event.value ?? {};
    expect({ change, rest }).toEqual({ change: 'opened', rest: {} });
    expect(row).toEqual(wireRowOf(promptSchema.parse(whole?.envelope.event.value.prompt)));
    expect(short?.frame.data.length).toBeLessThan(1_200);
    expect((await asked('tasks=&facts=all'))?.envelope).toEqual(whole?.envelope);
  });
});

describe('a slow reader', () => {
  function slowSink() {
    const written: string[] = [];
    let drained = () => {};
    let stuck = true;
    const sink: Sink = {
      write(chunk) {
        written.push(chunk.toString());
        return !stuck;
      },
      queued: () => (stuck ? 1_000_000 : 0),
      onDrain(listener) {
        drained = listener;
        return () => {};
      },
      end: () => written.push('ENDED'),
    };
    const unstick = () => {
      stuck = false;
      drained();
    };
    return { sink, written, unstick };
  }

  it('is not written to while it is stuck, and catches up from the journal without loss', async () => {
    const { taskId, run } = await setUp();
    const { journal } = harness.services;
    const { sink, written, unstick } = slowSink();
    const reader = harness.services.hub.connect(sink, {
      operatorId: 'ann',
      tab: null,
      filter: { threads: '*', facts: false },
      after: 0,
      resetReason: null,
      retryMs: 1,
    });
    const before = written.length;
    sends(run, 2_000);
    await untilSteps(taskId, 2_000);
    expect(written.length - before).toBeLessThan(5);
    unstick();
    const ids = () =>
      [...written.join('').matchAll(/^id: \S+\.(\d+)$/gm)].map((match) => Number(match[1]));
    while ((ids().at(-1) ?? 0) < journal.head())
      await new Promise((resolve) => setImmediate(resolve));
    const data = written
      .join('')
      .split('\n\n')
      .filter((frame) => frame.includes('\ndata: {"position"'));
    const seen = data.map((frame) => Number(/"position":(\d+)/.exec(frame)?.[1]));
    expect(seen).toEqual(Array.from({ length: journal.head() }, (_, index) => index + 1));
    reader.close();
    expect(written.at(-1)).toBe('ENDED');
  });

  it('misses unjournalled notices except the newest of each key, of few keys', async () => {
    await setUp();
    const { hub } = harness.services;
    const { sink, written, unstick } = slowSink();
    const reader = hub.connect(sink, {
      operatorId: 'ann',
      tab: null,
      filter: { threads: [], facts: false },
      after: harness.services.journal.head(),
      resetReason: null,
      retryMs: 1,
    });
    for (let index = 0; index < 1_000; index += 1) {
      hub.notify({ event: 'presence', key: `p${index % 10}`, data: { index } });
      hub.notify({ event: 'draft', key: `d${index}`, data: { index } }, 'ann');
      hub.notify({ event: 'draft', key: `b${index}`, data: { index } }, 'bob');
    }
    expect(written.join('')).not.toContain('index');
    unstick();
    const news = () => written.filter((text) => /^event: (presence|draft)/.test(text));
    while (news().length === 0) await new Promise((resolve) => setImmediate(resolve));
    const reported = news();
    expect(reported).toHaveLength(100);
    expect(reported.at(-1)).toBe('event: draft\ndata: {"index":999}\n\n');
    const presence = reported.filter((text) => text.startsWith('event: presence'));
    expect(presence).toHaveLength(10);
    expect(presence.join('')).toContain('{"index":999}');
    hub.notify({ event: 'presence', key: 'p1', data: { live: true } });
    expect(written.at(-1)).toBe('event: presence\ndata: {"live":true}\n\n');
    reader.close();
    hub.notify({ event: 'presence', key: 'p1', data: { live: false } });
    expect(written.at(-1)).toBe('ENDED');
  });

  const readFrom = (journal: Pick<Journal, 'storeId' | 'head' | 'since'>) => {
    const { sink, written, unstick } = slowSink();
    let stalled = () => {};
    const turns: (() => void)[] = [];
    createReader(
      sink,
      {
        operatorId: 'ann',
        tab: null,
        filter: { threads: '*', facts: false },
        after: 0,
        resetReason: null,
        retryMs: 1,
      },
      {
        journal: journal as Journal,
        clock: {
          ...systemClock,
          schedule(run, delayMs) {
            if (delayMs === 30_000) stalled = run;
            return () => {};
          },
        },
        turns: createTurns({ nextRound: (turn) => turns.push(turn) }),
        report: (what, error) => written.push(`${what} ${error}`),
        leave: () => written.push('LEFT'),
      },
    ).start();
    return { written, unstick, stall: () => stalled(), turn: () => turns.shift()?.() };
  };

  it('that never drains is dropped, and can reconnect with its cursor', () => {
    const { written, stall } = readFrom({ storeId: 's', head: () => 0, since: () => [] });
    stall();
    expect(written.slice(-2)).toEqual(['LEFT', 'ENDED']);
  });

  it('is closed with a report if the journal cannot be read: it is not left silent, and no other stream ends', () => {
    const { written, unstick, turn } = readFrom({
      storeId: 's',
      head: () => 7,
      since() {
        throw new Error('disk I/O error');
      },
    });
    unstick();
    turn();
    expect(written.slice(-3)).toEqual([
      'A reader could not read on. Error: disk I/O error',
      'LEFT',
      'ENDED',
    ]);
  });
});
