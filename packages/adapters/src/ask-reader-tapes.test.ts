import { readdirSync, readFileSync } from 'node:fs';
import type { DeclaredTool } from '@countersign/hai/agent-descriptor';
import type { Message } from '@countersign/hai/event';
import type { UpFeedback } from '@countersign/upformat/message';
import { expect, it } from 'vitest';
import { commandOf, resumeEntriesOf } from './ag-ui/resume.ts';
import { createAskReader } from './ask-reader.ts';
import { createEventDecoder } from './decode.ts';
import { toolContent } from './hai/any-tool.ts';

interface Tape {
  exchanges: {
    request: {
      body: {
        threadId: string;
        runId: string;
        messages: Message[];
        tools: DeclaredTool[];
        resume?: unknown;
        forwardedProps: object;
      };
    };
    response: { text: string };
  }[];
}
const root = new URL('../../testkit/tapes/', import.meta.url);
const tape = (name: string): Tape =>
  JSON.parse(readFileSync(new URL(`${name}.json`, root), 'utf8'));

/** The questions of a recorded run. */
function asksOf({ request, response }: Tape['exchanges'][number], tools: DeclaredTool[] = []) {
  const { threadId, runId, messages } = request.body;
  const decoder = createEventDecoder({ agentId: 'demo', idPrefix: '' });
  const earlier = { messages };
  const reader = createAskReader({ threadId, runId, tools, undeclared: true, earlier });
  const received = { agentId: 'demo', timestamp: '2026-11-21T08:00:00Z', relayed: false };
  return response.text
    .split('\n\n')
    .flatMap((frame) => (frame.startsWith('data: ') ? decoder.decode(frame.slice(6)).events : []))
    .flatMap((event) => reader.read(event, received).asks);
}
const edit = (value: unknown): UpFeedback => ({ type: 'edit', content: { value } });
const approve: UpFeedback = { type: 'approve' };
const because = (reason: string): UpFeedback => ({ type: 'reject', content: { reason } });
const say = (text: string): UpFeedback => ({ type: 'instruction', content: { text } });
const mail = {
  to: 'ada@example.test',
  subject: 'Your invoice',
  body: 'Dear Ada, the invoice is attached.',
};
const other = { ...mail, to: 'grace@example.test', body: 'Dear Grace, the invoice is attached.' };
const flight = {
  airline: 'KLM',
  departure: 'Amsterdam (AMS)',
  arrival: 'San Francisco (SFO)',
  price: '$650',
  duration: '11h 30m',
};

/** A recorded answer that the real agent accepted, and the operator's answer that must result in the same. */
const earlier: [string, UpFeedback[]][] = [
  ['langgraph/text', [say('Amsterdam')]],
  ['langgraph/options', [edit({ answer: flight })]],
  ['langgraph/subgraph', [edit({ answer: 'Hotel Zoe' })]],
  ['langgraph/inbox-edit', [edit(other)]],
  ['langgraph/review-reject', [because('Not before the audit.')]],
  ['langgraph/review-two', [edit(other), because('Not before the audit.')]],
  ['mastra/suspend-approve', [{ type: 'approve', content: { reason: 'Checked by phone.' } }]],
  ['mastra/suspend-reject', [{ type: 'reject' }]],
  ['mastra/suspend-form', [edit({ city: 'Łódź' })]],
];

it.each(earlier)(
  '%s: the answer is what the agent accepted, in both ways it can be sent',
  (name, feedbacks) => {
    for (const mode of ['default', 'outcome']) {
      const [first, second] = tape(`${name}-${mode}`).exchanges;
      const asks = asksOf(first!);
      expect(asks).toHaveLength(feedbacks.length);
      const answers = asks.map(({ message }, index) => ({ message, feedback: feedbacks[index]! }));
      const { resume, forwardedProps } = second!.request.body;
      expect(resumeEntriesOf(answers)).toEqual(resume ?? []);
      const sent: { command?: { resume: unknown; interruptEvent?: string } } = forwardedProps;
      const command = commandOf(answers);
      expect(command?.['resume']).toEqual(sent.command?.resume);
      const event = command?.['interruptEvent'] ?? {};
      expect(JSON.parse(sent.command?.interruptEvent ?? '{}')).toMatchObject(event);
      expect(Object.keys(event)).toHaveLength(sent.command?.interruptEvent === undefined ? 0 : 2);
    }
  },
);

it.each(['outcome', 'default'])(
  'a call that was refused, and has no result, is not asked by the runs whose snapshots repeat it: %s',
  (mode) => {
    const [asked, refused, later] = tape(`langgraph/refused-call-${mode}`).exchanges.map(
      (exchange) => asksOf(exchange).map(({ message }) => message.upPrompt?.ask),
    );
    expect(asked).toEqual(['Pay 120 EUR to Ada Ltd?']);
    expect([refused, later]).toEqual([[], []]);
  },
);

it('two LangGraph interrupts sent together are answered together', () => {
  const [first, second] = tape('langgraph/parallel-outcome').exchanges;
  const answers = asksOf(first!).map(({ message }, index) => ({
    message,
    feedback: say(index === 0 ? 'yes' : 'no'),
  }));
  expect(resumeEntriesOf(answers)).toEqual(second!.request.body.resume);
});

it('an action without a description gets a plain question, and no text is repeated', () => {
  const [mailing, deleting] = asksOf(tape('langgraph/review-two-default').exchanges[0]!);
  expect(mailing!.message).toMatchObject({
    upPrompt: { ask: 'An email leaves the house.' },
    payload: mail,
  });
  expect(deleting!.message).toMatchObject({
    upPrompt: { ask: 'May the agent run delete_file?' },
    explanation: 'Tool execution requires approval',
    payload: { path: '/srv/invoices/2025-11.pdf' },
  });
});

it('payload and arguments of a suspended tool are shown next to its closed schema', () => {
  const [ask] = asksOf(tape('mastra/suspend-form-outcome').exchanges[0]!);
  expect(ask!.source).toMatchObject({ toolName: 'ask_city', reason: null });
  expect(ask!.message).toMatchObject({
    upPrompt: { ask: 'Which city?' },
    payload: {
      arguments: { purpose: 'the kick-off meeting' },
      details: { options: ['Leipzig', 'Łódź'] },
    },
  });
  const [money] = asksOf(tape('mastra/suspend-approve-default').exchanges[0]!);
  expect(money!.message).toMatchObject({
    upPrompt: {
      ask: 'The amount is above the limit.',
      effect: 'The agent runs transfer_money with these arguments.',
    },
    payload: { arguments: { amount: 1250.5 }, details: { limit: 1000 } },
  });
});

it('a call that Mastra holds for approval is a call without result, and an approval where the descriptor declares it', () => {
  const [first, second] = tape('mastra/approval-approve-outcome').exchanges;
  const [call] = asksOf(first!);
  expect(call).toMatchObject({
    origin: { kind: 'tool-call' },
    source: { toolName: 'delete_file' },
  });
  expect(call!.message.upPrompt?.allowed).not.toContain('approve');
  const [ask] = asksOf(first!, [{ name: 'delete_file', approval: 'mastra' }]);
  expect(ask!.message).toMatchObject({
    upPrompt: { ask: 'May the agent run delete_file?' },
    payload: { path: '/srv/invoices/2025-11.pdf' },
  });
  expect({ command: commandOf([{ message: ask!.message, feedback: approve }]) }).toEqual(
    second!.request.body.forwardedProps,
  );
});

it.each<[string, UpFeedback[]]>([
  ['approve', [approve]],
  ['reject', [because('Not before the audit.')]],
  ['two', [approve, { type: 'reject' }]],
])('approvals of the AI SDK are answered in the form its bridges accept: %s', (name, feedbacks) => {
  for (const mode of ['bridge', 'executing']) {
    const [first, second] = tape(`ai-sdk/${name}-${mode}`).exchanges;
    const asks = asksOf(first!);
    expect(asks[0]!.message).toMatchObject({
      upPrompt: { ask: 'Approve "pay"?', effect: 'The agent runs pay with these arguments.' },
      payload: { to: 'Ada Ltd', amount: 120 },
    });
    const answers = asks.map(({ message }, index) => ({ message, feedback: feedbacks[index]! }));
    expect(resumeEntriesOf(answers)).toEqual(second!.request.body.resume);
  }
});

it.each(['human-in-the-loop', 'human-in-the-loop-undeclared'])(
  '%s: a call left open is answered by the message after which the real agent continued',
  (name) => {
    const { exchanges } = tape(`ag-ui-python/${name}`);
    const [first, second, third, fourth] = exchanges.map((exchange) => ({
      asks: asksOf(exchange, exchange.request.body.tools),
      last: exchange.request.body.messages.at(-1),
    }));
    const isDeclared = exchanges[0]!.request.body.tools.length > 0;
    const [steps] = first!.asks;
    expect(steps!.source).toMatchObject({ toolName: 'generate_task_steps' });
    expect(steps!.message.upPrompt?.allowed?.includes('approve')).toBe(isDeclared);
    const result = JSON.parse(String(second!.last!.content));
    const given = isDeclared ? result : { ...Object(steps!.message.payload), answer: result };
    const { id: _, ...sent } = second!.last!;
    const { id: toolCallId } = steps!.source;
    expect({
      role: 'tool',
      toolCallId,
      content: toolContent(steps!.message, edit(given)),
    }).toEqual(sent);
    expect(second!.asks).toEqual([]);
    const [again] = third!.asks;
    expect(toolContent(again!.message, because('Not before the audit.'))).toBe(
      fourth!.last!.content,
    );
    expect(fourth!.asks).toEqual([]);
  },
);

it('every question of the recorded runs can be read, and none is repeated', () => {
  for (const folder of ['ag-ui-python', 'ai-sdk', 'langgraph', 'mastra']) {
    for (const file of readdirSync(new URL(`${folder}/`, root))) {
      for (const exchange of tape(`${folder}/${file.replace(/\.json$/, '')}`).exchanges) {
        const ids = asksOf(exchange).map(({ message }) => message.messageId);
        expect(new Set(ids).size).toBe(ids.length);
      }
    }
  }
});
