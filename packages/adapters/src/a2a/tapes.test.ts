import type { HaiEvent, Message } from '@countersign/hai/event';
import type { RunAgentInput } from '@countersign/hai/run-input';
import { isObject, memberOf } from '@countersign/json/json-object';
import { type Exchange, readTape } from '@countersign/testkit/tape';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ForeignAsk } from '../ask.ts';
import type { Introduction, RunReading } from '../protocol/agent-protocol.ts';
import { introductionOf } from './card.ts';
import { a2aProtocol } from './protocol.ts';

const threadId = '8ab62bcf-03ab-4b1f-8a34-e54a4a44be1f';
const place = { threadId, agentId: 'desk' };
const received = { agentId: 'desk', timestamp: '2026-11-22T12:00:00.000Z', relayed: false };

/** Reads text that is cut in pieces. */
function read(reading: RunReading, text: string, size = 7): { events: HaiEvent[]; ids: unknown[] } {
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
  for (let at = 0; at < text.length; at += size) framing.feed(text.slice(at, at + size));
  return { events, ids };
}

const asksIn = (reading: RunReading, events: readonly HaiEvent[]): ForeignAsk[] =>
  events.flatMap((event) => reading.asks.read(event, received).asks);

/** What was said, by message. */
function said(events: readonly HaiEvent[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const event of events) {
    if (event.type !== 'BUSINESS_DATA_CONTENT') continue;
    const delta = typeof event.delta === 'string' ? event.delta : `[${event.delta.output.type}]`;
    texts.set(event.messageId, (texts.get(event.messageId) ?? '') + delta);
  }
  return texts;
}

const first = (messageId: string): RunAgentInput => ({
  threadId,
  runId: 'run-8ab62bcf-03ab-4b1f-8a34-000000000002',
  messages: [{ id: messageId, role: 'user', content: 'Book a train' }],
});

const introduced = (exchange: Exchange, url: string): Introduction => {
  const card: unknown = JSON.parse(exchange.response.text);
  if (!isObject(card)) throw new Error('no card');
  return introductionOf(card, { url }, url);
};

describe.each(['rpc-1.0', 'rest-1.0', 'rpc-0.3', 'rest-0.3'])('the tape %s', (name) => {
  const { exchanges } = readTape('a2a', name);
  const [cardOf, start, answer, get] = exchanges;
  if (!cardOf || !start || !answer || !get) throw new Error('the tape is too short');
  const port = /127\.0\.0\.1:\d+/.exec(cardOf.response.text)?.[0] ?? '';
  const url = `http://${port}${cardOf.request.path.replace('/.well-known/agent-card.json', '')}`;
  const agent = { url, introduction: introduced(cardOf, url) };
  const messageOf = ({ request }: Exchange) =>
    memberOf(memberOf(request.body, 'params') ?? request.body, 'message');
  const startInput = first(String(memberOf(messageOf(start), 'messageId')));

  it('starts as the stock client does', () => {
    const request = a2aProtocol.start(agent, startInput);
    expect(new URL(request.url).pathname).toBe(start.request.path);
    expect(memberOf(memberOf(request.body, 'params') ?? request.body, 'message')).toEqual(
      messageOf(start),
    );
    expect(memberOf(request.body, 'method')).toBe(memberOf(start.request.body, 'method'));
  });

  const play = () => {
    const { runId } = startInput;
    const reading = a2aProtocol.read({ ...place, runId, earlier: startInput });
    const { events, ids } = read(reading, start.response.text);
    return { reading, events, ids, asks: asksIn(reading, events) };
  };

  it('is read as a run that ends with a question, however it is cut', () => {
    const { events, ids, asks } = play();
    expect([...said(events).values()]).toEqual([
      'Looking into it.',
      'Two trains: 7:05 and 9:10.',
      'Which train do you want, 7:05 or 9:10?',
    ]);
    expect(events.at(-1)?.type).toBe('RUN_FINISHED');
    expect(asks).toEqual([
      expect.objectContaining({
        origin: expect.objectContaining({ protocol: 'a2a', kind: 'input-required' }),
      }),
    ]);
    expect(asks[0]?.message.upPrompt?.ask).toBe('Which train do you want, 7:05 or 9:10?');
    expect(new Set(ids).size).toBe(1);
    const again = a2aProtocol.read({ ...place, runId: startInput.runId, earlier: startInput });
    expect(read(again, start.response.text, 1_000_000).events).toEqual(events);
  });

  it('is answered as the stock client does, without duplicates', () => {
    const { events, asks } = play();
    const [ask] = asks;
    if (ask === undefined) throw new Error('nothing was asked');
    const messages: Message[] = [...said(events)].map(([id, content]) => ({
      ...{ id, role: 'assistant' as const, content },
    }));
    const state = events.findLast(({ type }) => type === 'STATE_SNAPSHOT');
    const input = a2aProtocol.resume(
      {
        ...{ threadId, runId: 'run-8ab62bcf-03ab-4b1f-8a34-000000000003', tools: [] },
        ...{ messages, state: memberOf(state, 'snapshot'), unanswered: new Map() },
      },
      {
        kind: 'answers',
        answers: {
          answers: [
            {
              ...ask,
              decisionId: String(memberOf(messageOf(answer), 'messageId')),
              feedback: { type: 'instruction', content: { text: '9:10' } },
            },
          ],
          lapsed: [],
          abandoned: [],
        },
      },
    );
    const request = a2aProtocol.start(agent, input);
    expect(memberOf(memberOf(request.body, 'params') ?? request.body, 'message')).toEqual(
      messageOf(answer),
    );
    const reading = a2aProtocol.read({ ...place, runId: input.runId, earlier: input });
    const second = read(reading, answer.response.text);
    expect([...said(second.events).values()]).toEqual([
      'Looking into it.',
      'Booked: 9:10',
      '[a2a.data]',
      '[file]',
      'Your ticket for 9:10 is booked.',
    ]);
    expect(asksIn(reading, second.events)).toEqual([]);
    expect(second.events.at(-1)?.type).toBe('RUN_FINISHED');

    // The server is started again before the end: the task is read, and only what is missing is added.
    const restarted = a2aProtocol.read({ ...place, runId: input.runId, earlier: input });
    const before = second.events.slice(0, -6);
    for (const event of before) restarted.decoder.decodeValue(event);
    const rest = read(restarted, get.response.text);
    expect(new Map([...said(before), ...said(rest.events)])).toEqual(said(second.events));
    const twice = [...said(rest.events).keys()].filter((id) => said(before).has(id));
    expect(twice).toEqual([]);
    expect(rest.events.at(-1)?.type).toBe('RUN_FINISHED');
  });

  it('is followed by the requests of its version', () => {
    const { ids } = play();
    const request = a2aProtocol.rejoin(agent, startInput, String(ids[0]));
    const polled = request?.otherwise;
    expect(new URL(polled?.url ?? '').pathname).toBe(get.request.path);
    expect(memberOf(polled?.body, 'params')).toEqual(
      name.startsWith('rpc') ? { id: String(ids[0]).slice(5), historyLength: 50 } : undefined,
    );
    expect(a2aProtocol.rejoin(agent, startInput, '0')).toBeNull();
  });
});

it.each(['canceled', 'TASK_STATE_CANCELED', 'TASK_STATE_CANCELLED'])(
  'ends a run that is stopped, however the state is spelled: %s',
  (state) => {
    const reading = a2aProtocol.read({ ...place, runId: 'run-1' });
    const task = { id: '8e7244d1-eca4-4865-b647-9b78aa6d633a', status: { state } };
    const { events } = read(reading, JSON.stringify({ task }));
    expect(events.slice(-2)).toEqual([
      expect.objectContaining({
        name: 'hai.control',
        value: { action: 'stop', status: 'stopped' },
      }),
      expect.objectContaining({ type: 'RUN_FINISHED' }),
    ]);
  },
);

it('reads any input without throwing, and invents no message of an operator', () => {
  const words = fc.constantFrom(
    ...['result', 'task', 'statusUpdate', 'artifactUpdate', 'status', 'state', 'parts', 'kind'],
    ...['message', 'messageId', 'artifact', 'artifactId', 'taskId', 'id', 'data', 'text', 'file'],
    ...['TASK_STATE_INPUT_REQUIRED', 'completed', 'status-update', 'history', 'artifacts', 'error'],
  );
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 6 },
      words,
      fc.jsonValue({ maxDepth: 1 }),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(words, tie('any'), { maxKeys: 6 }),
    ),
  })).any;
  fc.assert(
    fc.property(fc.array(value, { maxLength: 6 }), (frames) => {
      const reading = a2aProtocol.read({ ...place, runId: 'run-1' });
      const framing = reading.framing({
        onFrame(frame) {
          const { events } = reading.decoder.decode(reading.exact(frame).text);
          asksIn(reading, events);
          for (const event of events) {
            if ('messageId' in event && event.messageId !== undefined) {
              expect(String(event.messageId)).toMatch(/^a2a:/);
            }
          }
        },
      });
      for (const frame of frames) framing.feed(`data: ${JSON.stringify(frame)}\n\n`);
    }),
    { numRuns: 300 },
  );
});
