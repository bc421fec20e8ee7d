import { createServer } from 'node:http';
import { HttpAgent, type Message as StockMessage } from '@ag-ui/client';
import type { Envelope } from '@countersign/hai/envelope';
import type { HaiEvent, Message } from '@countersign/hai/event';
import { depth, runs } from '@countersign/testkit/deep';
import { anyRecording } from '@countersign/testkit/histories/any-recording';
import { histories } from '@countersign/testkit/histories/corpus';
import {
  type Recording,
  type Turn,
  type WireEvent,
  wireOf,
} from '@countersign/testkit/histories/recording';
import { taped } from '@countersign/testkit/histories/taped';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { createEventDecoder } from '../../decode.ts';
import { toAgUiRunInput } from '../run-input.ts';
import { emptyHistory, foldHistory } from './history.ts';
import { closeCalls, sendable } from './sendable.ts';

const threadId = 'thread-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11';
/** The messages of every request of a recording; one more request is made after its last run. */
type Sent = unknown[];

let next: Turn = { events: [] };
let sent: Sent = [];
const server = createServer(async (request, response) => {
  const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
  sent.push(body.messages);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of wireOf(next, { threadId, runId: body.runId })) {
    response.write(`data: ${JSON.stringify(event)}\n\n`);
  }
  response.end();
});
let url = '';

beforeAll(async () => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}/` : '';
});
afterAll(() => {
  vi.restoreAllMocks();
  server.close();
});

const withLastQuestion = ({ turns }: Recording): Turn[] => [...turns, { events: [] }];

async function stockSends(recording: Recording): Promise<Sent> {
  sent = [];
  const agent = new HttpAgent({ url, threadId });
  for (const turn of withLastQuestion(recording)) {
    next = turn;
    agent.addMessages((turn.add ?? []) as StockMessage[]);
    // A last question may be sent while others are open: the stock client has to allow it.
    if (turn.resume === undefined) agent.pendingInterrupts = [];
    await agent.runAgent(turn.resume === undefined ? {} : { resume: turn.resume as never });
  }
  return sent;
}

/** A journal that is folded event by event, and stored in between. */
function createJournal() {
  let history = emptyHistory(threadId);
  let sequence = 0;
  const keep = (agentId: string, runId: string, events: readonly HaiEvent[]) => {
    const envelopes = events.map((event): Envelope => {
      sequence += 1;
      const stored = JSON.parse(JSON.stringify(event));
      return {
        position: sequence,
        sequence,
        threadId,
        runId,
        receivedAt: 0,
        agentId,
        event: stored,
      };
    });
    history = JSON.parse(JSON.stringify(foldHistory(history, envelopes)));
  };
  return {
    said: () => sendable(history.messages),
    add(runId: string, message: Message) {
      keep('operator:anna', runId, asJournalled(message));
    },
    receive(runId: string, events: readonly WireEvent[]) {
      const decoder = createEventDecoder({ agentId: 'weather', idPrefix: `${runId}:` });
      for (const event of events) {
        keep('weather', runId, decoder.decode(JSON.stringify(event)).events);
      }
    },
  };
}

/** As the server records a message of a person. */
function asJournalled({ id: messageId, ...message }: Message): HaiEvent[] {
  const { role, content, toolCallId } = message;
  if (toolCallId !== undefined) {
    return [{ type: 'TOOL_CALL_RESULT', toolCallId, messageId, content, role }];
  }
  if (typeof content !== 'string') {
    return [{ type: 'RUN_STARTED', input: { messages: [{ id: messageId, ...message }] } }];
  }
  return [
    { type: 'BUSINESS_DATA_START', messageId, role },
    { type: 'BUSINESS_DATA_CONTENT', messageId, delta: content },
    { type: 'BUSINESS_DATA_END', messageId, role },
  ];
}

function weSend(recording: Recording): Sent {
  const journal = createJournal();
  return withLastQuestion(recording).map((turn, number) => {
    const runId = `run-${number}`;
    const added = (turn.add ?? []) as Message[];
    const messages = [...journal.said(), ...added];
    for (const message of added) journal.add(runId, message);
    journal.receive(runId, wireOf(turn, { threadId, runId }));
    return toAgUiRunInput({ threadId, runId, messages })['messages'];
  });
}

describe('a corpus of histories', () => {
  const corpus = histories();

  it('covers enough cases', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(280);
  });

  test.each(corpus)('$name: the same messages as the stock client sends', async (recording) => {
    expect(weSend(recording)).toEqual(await stockSends(recording));
  });
});

/** After a snapshot, two messages with one id become one object in the stock client's memory, and change together. */
function hasTwins(messages: unknown): boolean {
  if (!Array.isArray(messages)) return false;
  return new Set(messages.map(({ id }) => id)).size < messages.length;
}

it('any other history results in the same messages too', { timeout: 60_000 * depth }, async () => {
  await fc.assert(
    fc.asyncProperty(anyRecording, async (recording) => {
      const stock = await stockSends(recording).catch(() => null);
      // A stream refused by the stock client gives nothing to compare with.
      fc.pre(stock !== null && !stock.some(hasTwins));
      expect(weSend(recording)).toEqual(stock);
    }),
    { numRuns: runs(40) },
  );
});

describe('tapes of real agents, driven by the stock client', () => {
  test.each(taped())('$name', ({ exchanges }) => {
    const journal = createJournal();
    for (const [number, { messages, events }] of exchanges.entries()) {
      const runId = `run-${number}`;
      const known = new Set(journal.said().map(({ id }) => id));
      const added = messages.filter(({ id }) => !known.has(id));
      const input = { threadId, runId, messages: [...journal.said(), ...added] };
      expect(toAgUiRunInput(input)['messages']).toEqual(messages);
      for (const message of added) journal.add(runId, message);
      journal.receive(runId, events);
    }
    // No call is open in what the next run would receive.
    const earlier = closeCalls(journal.said());
    const answered = new Set(earlier.map(({ toolCallId }) => toolCallId));
    const calls = earlier.flatMap(({ toolCalls = [] }) => toolCalls as { id: string }[]);
    expect(calls.filter(({ id }) => !answered.has(id))).toEqual([]);
    expect(new Set(earlier.map(({ id }) => id)).size).toBe(earlier.length);
  });
});
