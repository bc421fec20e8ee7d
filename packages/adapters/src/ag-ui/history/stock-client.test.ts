import { createServer } from 'node:http';
import { HttpAgent, type Message as StockMessage } from '@ag-ui/client';
import type { Envelope } from '@countersign/hai/envelope';
import type { HaiEvent, Message } from '@countersign/hai/event';
import { histories } from '@countersign/testkit/histories/corpus';
import { type Recording, type Turn, wireOf } from '@countersign/testkit/histories/recording';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createEventDecoder } from '../../decode.ts';
import { toAgUiRunInput } from '../run-input.ts';
import { emptyHistory, foldHistory } from './history.ts';
import { sendable } from './sendable.ts';

const threadId = 'thread-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11';
/** What every request of a recording held; one more is made after its last run. */
type Sent = unknown[];

let next: Turn = { events: [] };
let bodies: { messages: unknown[]; runId: string }[] = [];
const server = createServer(async (request, response) => {
  const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
  bodies.push(body);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of wireOf(next, { threadId, runId: body.runId })) {
    response.write(`data: ${JSON.stringify(event)}\n\n`);
  }
  response.end();
});
let url = '';

beforeAll(async () => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
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
  bodies = [];
  const agent = new HttpAgent({ url, threadId });
  for (const turn of withLastQuestion(recording)) {
    next = turn;
    agent.addMessages((turn.add ?? []) as StockMessage[]);
    // A last question may come while others are open: the stock client must be told that it may.
    if (turn.resume === undefined) agent.pendingInterrupts = [];
    await agent.runAgent(turn.resume === undefined ? {} : { resume: turn.resume as never });
  }
  return bodies.map(({ messages }) => messages);
}

function weSend(recording: Recording): Sent {
  let history = emptyHistory(threadId);
  let sequence = 0;
  const journal = (agentId: string, runId: string, events: readonly HaiEvent[]) => {
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
  return withLastQuestion(recording).map((turn, number) => {
    const runId = `run-${number}`;
    const added = (turn.add ?? []) as Message[];
    const messages = [...sendable(history.messages), ...added];
    for (const message of added) journal('operator:anna', runId, asJournalled(message));
    const decoder = createEventDecoder({ agentId: 'weather', idPrefix: `${runId}:` });
    for (const event of wireOf(turn, { threadId, runId })) {
      journal('weather', runId, decoder.decode(JSON.stringify(event)).events);
    }
    const input = { threadId, runId, messages };
    return toAgUiRunInput(input)['messages'];
  });
}

/** As the server writes down what a person adds. */
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

const corpus = histories();

test('the corpus is wide enough to mean something', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(280);
});

test.each(corpus)('$name: the same messages as the stock client sends', async (recording) => {
  expect(weSend(recording)).toEqual(await stockSends(recording));
});
