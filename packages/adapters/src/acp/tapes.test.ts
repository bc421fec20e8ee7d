import type { HaiEvent, Message } from '@countersign/hai/event';
import type { RunAgentInput } from '@countersign/hai/run-input';
import { memberOf } from '@countersign/json/json-object';
import { type Exchange, readTape } from '@countersign/testkit/tape';
import { describe, expect, it } from 'vitest';
import type { ForeignAsk } from '../ask.ts';
import type { RunReading } from '../protocol/agent-protocol.ts';
import type { RunContent } from '../protocol/continuation.ts';
import { acpProtocol } from './protocol.ts';

const threadId = '8ab62bcf-03ab-4b1f-8a34-e54a4a44be1f';
const runId = 'run-8ab62bcf-03ab-4b1f-8a34-000000000002';
const nextRunId = 'run-8ab62bcf-03ab-4b1f-8a34-000000000003';
const received = { agentId: 'letter', timestamp: '2026-11-22T12:00:00.000Z', relayed: false };
const agent = { url: 'http://127.0.0.1:8333/agents/letter' };

const first: RunAgentInput = {
  ...{ threadId, runId },
  messages: [{ id: 'm1', role: 'user', content: 'the sea' }],
};

const readingOf = (earlier: RunAgentInput): RunReading =>
  acpProtocol.read({ threadId, agentId: 'letter', runId: earlier.runId, earlier });

/** Reads text that is cut in pieces. */
function read(reading: RunReading, text: string): { events: HaiEvent[]; ids: unknown[] } {
  const events: HaiEvent[] = [];
  const ids: unknown[] = [];
  const framing = reading.framing({
    onFrame(frame) {
      ids.push(frame.id);
      const { events: found, issues } = reading.decoder.decode(reading.exact(frame).text);
      expect(issues).toEqual([]);
      events.push(...found);
    },
  });
  for (let at = 0; at < text.length; at += 7) framing.feed(text.slice(at, at + 7));
  return { events, ids };
}

const asksIn = (reading: RunReading, events: readonly HaiEvent[]): ForeignAsk[] =>
  events.flatMap((event) => reading.asks.read(event, received).asks);

/** What was said, by message. */
function said(events: readonly HaiEvent[]): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const event of events) {
    if (event.type !== 'BUSINESS_DATA_CONTENT') continue;
    const delta = typeof event.delta === 'string' ? event.delta : JSON.stringify(event.delta);
    const id = event.messageId.replace(/^acp:[^/]+/, '');
    texts[id] = (texts[id] ?? '') + delta;
  }
  return texts;
}

/** The conversation as it is kept: a message with an output only has no text. */
function messagesOf(events: readonly HaiEvent[]): Message[] {
  const texts = new Map<string, string | null>();
  for (const event of events) {
    if (event.type !== 'BUSINESS_DATA_CONTENT') continue;
    const before = texts.get(event.messageId) ?? null;
    const text = typeof event.delta === 'string' ? event.delta : null;
    texts.set(event.messageId, text === null ? before : (before ?? '') + text);
  }
  return [...texts].map(([id, content]) => ({ id, role: 'assistant', content }));
}

const answering = (ask: ForeignAsk | undefined): RunContent => {
  if (ask === undefined) throw new Error('nothing was asked');
  const { source, origin, message } = ask;
  return {
    kind: 'answers',
    answers: {
      answers: [{ source, origin, message, decisionId: 'd1', feedback: { type: 'approve' } }],
      lapsed: [],
      abandoned: [],
    },
  };
};

const exchangesOf = (name: string) => readTape('acp', name).exchanges;

function at(exchanges: readonly Exchange[], index: number): Exchange {
  const exchange = exchanges[index];
  if (exchange === undefined) throw new Error('the tape is too short');
  return exchange;
}

describe('the tape awaiting', () => {
  const exchanges = exchangesOf('awaiting');
  const [start, polled, resumed, ended] = [2, 3, 4, 5].map((index) => at(exchanges, index));
  if (!start || !polled || !resumed || !ended) throw new Error('the tape is too short');

  const play = () => {
    const reading = readingOf(first);
    const { events, ids } = read(reading, start.response.text);
    return { events, ids, asks: asksIn(reading, events) };
  };
  const nextOf = ({ events, asks }: ReturnType<typeof play>) =>
    acpProtocol.resume(
      {
        ...{ threadId, runId: nextRunId, tools: [], unanswered: new Map() },
        messages: [...first.messages, ...messagesOf(events)],
      },
      answering(asks[0]),
    );
  const data = '{"output":{"type":"acp.data","data":{"words":3}}}';

  it('starts a run as its server accepts it', () => {
    const { url, method, body } = acpProtocol.start(agent, first);
    expect([method, new URL(url).pathname]).toEqual(['POST', start.request.path]);
    expect(body).toEqual(start.request.body);
  });

  it('is read as a run that ends with a question', () => {
    const { events, ids, asks } = play();
    expect(said(events)).toEqual({ '/1': 'Dear reader, about: the sea', '/1#1': data });
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'RAW', event: expect.objectContaining({ type: 'generic' }) }),
    );
    expect(new Set(ids).size).toBe(1);
    expect(asks).toMatchObject([
      {
        origin: { protocol: 'acp', kind: 'awaiting', answeredBy: 'resume' },
        message: {
          payload: { to: 'ada@example.org', copies: 1 },
          upPrompt: { ask: 'Send it?', allowed: ['approve', 'edit', 'instruction', 'reject'] },
        },
      },
    ]);
  });

  it('resumes the run with the answer as its server accepts it', () => {
    const next = nextOf(play());
    const { url, body } = acpProtocol.start(agent, next);
    expect(new URL(url).pathname).toBe(resumed.request.path);
    expect(body).toEqual(resumed.request.body);
  });

  it('continues with the message that was open, and repeats nothing', () => {
    const next = nextOf(play());
    const { events } = read(readingOf(next), resumed.response.text);
    expect(said(events)).toEqual({ '/1': ' Answered: Approved.', '/2': 'It is sent.' });
    expect(events.at(-1)).toMatchObject({ type: 'RUN_FINISHED' });
    // How a part came about is kept beside it.
    expect(events).toContainEqual(
      expect.objectContaining({
        rawEvent: { metadata: expect.objectContaining({ tool_name: 'mail' }) },
      }),
    );
  });

  it('says the same when the run is read instead of streamed', () => {
    const reading = readingOf(first);
    const { events } = read(reading, polled.response.text);
    expect(said(events)).toEqual({ '/1': 'Dear reader, about: the sea', '/1#1': data });
    expect(asksIn(reading, events)).toHaveLength(1);
    const next = nextOf(play());
    const after = read(readingOf(next), ended.response.text);
    expect(said(after.events)).toEqual({ '/1': ' Answered: Approved.', '/2': 'It is sent.' });
  });

  it('is joined again by the id of its frames, after any of them, and says nothing twice', () => {
    const { ids } = play();
    const request = acpProtocol.rejoin(agent, first, String(ids[0]));
    expect([request?.method, new URL(request?.url ?? '').pathname]).toEqual([
      'GET',
      polled.request.path,
    ]);
    const frames = start.response.text.split('\n\n').filter((frame) => frame !== '');
    for (let cut = 1; cut <= frames.length; cut += 1) {
      const cutShort = readingOf(first);
      const before = read(cutShort, `${frames.slice(0, cut).join('\n\n')}\n\n`).events;
      const reading = readingOf(first);
      for (const event of before) reading.decoder.decodeValue(event);
      const more = cut === frames.length ? [] : read(reading, polled.response.text).events;
      expect(said([...before, ...more])).toEqual({
        '/1': 'Dear reader, about: the sea',
        '/1#1': data,
      });
    }
  });
});

it('the tape sync: a server that answers with the run in place of a stream is understood', () => {
  const [asked, ended] = [0, 1].map((index) => at(exchangesOf('sync'), index));
  const reading = readingOf(first);
  const { events } = read(reading, asked?.response.text ?? '');
  expect(asksIn(reading, events)).toHaveLength(1);
  expect(acpProtocol.start(agent, first).document?.(asked?.response.text ?? '')).toBeNull();
  expect(read(readingOf(first), ended?.response.text ?? '').events.at(-1)?.type).toBe(
    'RUN_FINISHED',
  );
});

it('the tape failed: the error of the run, and the refusal of a server', () => {
  const [failed, refused] = [0, 1].map((index) => at(exchangesOf('failed'), index));
  const { events } = read(readingOf(first), failed?.response.text ?? '');
  expect(events.at(-1)).toMatchObject({
    ...{ type: 'RUN_ERROR', code: 'server_error', message: 'No paper left' },
  });
  expect(acpProtocol.start(agent, first).document?.(refused?.response.text ?? '')).toBe(
    'It refused: Agent nobody not found (not_found).',
  );
});

it('the tape cancelled: the run was stopped', () => {
  const { events } = read(readingOf(first), at(exchangesOf('cancelled'), 0).response.text);
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'CUSTOM', value: { action: 'stop', status: 'stopped' } }),
  );
  expect(events.at(-1)?.type).toBe('RUN_FINISHED');
});

it('recognises its own frames only', () => {
  const frames = exchangesOf('awaiting').flatMap(({ response }) =>
    response.text
      .split('\n\n')
      .flatMap((frame) => (frame.startsWith('data: ') ? [frame.slice(6)] : [])),
  );
  expect(frames.length).toBeGreaterThan(10);
  // `generic` is the only one that could be of anyone.
  const own = frames.filter((frame) => memberOf(JSON.parse(frame), 'type') !== 'generic');
  expect(own.every((frame) => acpProtocol.detect(frame))).toBe(true);
  expect(acpProtocol.detect('{"type":"RUN_STARTED"}')).toBe(false);
});
