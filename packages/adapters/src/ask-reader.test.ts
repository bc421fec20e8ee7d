import type { HaiEvent, Message } from '@countersign/hai/event';
import { allowedAnswers } from '@countersign/upformat/answers';
import { expect, it } from 'vitest';
import { createAskReader } from './ask-reader.ts';
import { genUiAnswer } from './hai/gen-ui.ts';

const received = { agentId: 'demo', timestamp: '2026-11-21T08:00:00Z', relayed: false };
const asksOf = (events: HaiEvent[], more: Partial<typeof received> = {}) => {
  const reader = createAskReader({ threadId: 't', runId: 'r' });
  return events.flatMap((event) => reader.read(event, { ...received, ...more }).asks);
};
const content = (
  delta: string | { output: { type: string; [member: string]: unknown } },
): HaiEvent => ({
  type: 'BUSINESS_DATA_CONTENT',
  messageId: 'm',
  delta,
});
const button = (name: string) => content({ output: { type: 'button', data: { name } } });
const end: HaiEvent = { type: 'BUSINESS_DATA_END', messageId: 'm' };

it('buttons of one part of a message are one growing question', () => {
  const asks = asksOf([
    content('Done.\nRun it again?'),
    button('Again'),
    button('No'),
    end,
    button('Later'),
  ]);
  expect(asks.map(({ message }) => message.messageId)).toEqual([
    'button:r:m:1',
    'button:r:m:1',
    'button:r:m:2',
  ]);
  const { message } = asks[1]!;
  expect(message).toMatchObject({ upPrompt: { ask: 'Run it again?' }, state: 'followup' });
  expect(genUiAnswer(message, { type: 'edit', content: { value: { choice: 'No' } } })).toEqual({
    content: 'No',
    forwardedProps: { genUi: { type: 'button', messageId: 'm', value: 'No' } },
  });
  expect(genUiAnswer(message, { type: 'reject' })).toBeNull();
  expect(genUiAnswer(message, { type: 'instruction', content: { text: 'Wait' } })?.content).toBe(
    'Wait',
  );
  // A single button is answered by an approval.
  expect(allowedAnswers(message)['approve'].allowed).toBe(false);
  expect(genUiAnswer(asks[0]!.message, { type: 'approve' })?.content).toBe('Again');
});

it('text of another block starts on a new line', () => {
  const inBlock = (blockId: string | undefined, text: string): HaiEvent => ({
    ...content({ output: { type: 'text', content: text } }),
    ...(blockId === undefined ? {} : { blockId }),
  });
  const askOf = (...events: HaiEvent[]) =>
    asksOf([...events, button('Repair')])[0]?.message.upPrompt?.ask;
  expect(
    askOf(
      inBlock('block-1', 'Port: '),
      inBlock('block-1', 'VBP_1XXX'),
      inBlock('block-2', 'You may go on'),
    ),
  ).toBe('You may go on');
  expect(askOf(inBlock('block-1', 'Port: '), inBlock('block-1', 'VBP_1XXX'))).toBe(
    'Port: VBP_1XXX',
  );
  expect(askOf(inBlock(undefined, 'Go on?'), inBlock('block-1', '\nNow?'))).toBe('Now?');
});

it('each form output is a separate question with its schema', () => {
  const schema = {
    type: 'object',
    properties: { city: { type: 'string' }, nights: { type: 'integer', default: 2 } },
    required: ['city'],
  };
  const asks = asksOf([
    content({ output: { type: 'form', schema, title: 'Your stay' } }),
    content({ output: { type: 'form', data: { schema: { type: 'string' } } } }),
    content({ output: { type: 'form' } }),
  ]);
  expect(asks.map(({ message }) => message.messageId)).toEqual([
    'form:r:m:1',
    'form:r:m:2',
    'form:r:m:3',
  ]);
  const { message } = asks[0]!;
  expect(message).toMatchObject({ upPrompt: { ask: 'Your stay' }, payload: { nights: 2 } });
  expect(allowedAnswers(message)['approve'].allowed).toBe(false);
  const value = { city: 'Bonn', nights: 2 };
  expect(genUiAnswer(message, { type: 'edit', content: { value } })).toEqual({
    content: JSON.stringify(value),
    forwardedProps: { genUi: { type: 'form', messageId: 'm', value } },
  });
  const answer = { type: 'edit', content: { value: { answer: 'x' } } } as const;
  expect(genUiAnswer(asks[1]!.message, answer)?.content).toBe('x');
});

it('only calls of declared tools are questions, once they are complete', () => {
  const callOf = (toolCallName: string): HaiEvent[] => [
    { type: 'TOOL_CALL_START', toolCallId: toolCallName, toolCallName },
    { type: 'TOOL_CALL_ARGS', toolCallId: toolCallName, delta: '{"action":"Go"}' },
    { type: 'TOOL_CALL_END', toolCallId: toolCallName },
  ];
  expect(asksOf(callOf('confirmAction').slice(0, 2))).toEqual([]);
  expect(asksOf([...callOf('search'), ...callOf('confirmAction')])).toMatchObject([
    {
      origin: { protocol: 'ag-ui', kind: 'tool-call', answeredBy: 'result' },
      message: { messageId: 'tool:r:confirmAction', upPrompt: { ask: 'Go' } },
    },
  ]);
});

it('interrupts contain the call they are about; those of a relayed run cannot be answered here', () => {
  const events: HaiEvent[] = [
    { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'sendEmail' },
    { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: '{"to":"x"}' },
    {
      type: 'RUN_FINISHED',
      outcome: {
        type: 'interrupt',
        interrupts: [{ id: 'i', reason: 'tool_call', toolCallId: 'c' }],
      },
    },
  ];
  expect(asksOf(events)).toMatchObject([
    { source: { toolName: 'sendEmail', together: 'r' }, message: { payload: { to: 'x' } } },
  ]);
  expect(asksOf(events, { relayed: true })).toEqual([]);
});

const args = '{"to":"Ada","amount":5}';
const made = (toolCallId: string, more: { name?: string; args?: string } = {}) => ({
  id: toolCallId,
  type: 'function',
  function: { name: more.name ?? 'pay', arguments: more.args ?? args },
});
const saidBefore: Message[] = [
  { id: 'u', role: 'user', content: 'Pay Ada' },
  { id: 'a', role: 'assistant', toolCalls: [made('open'), made('1')] },
  { id: 'r', role: 'tool', toolCallId: '1', content: 'paid' },
];
const started = (toolCallId: string, toolCallName = 'pay', delta = args): HaiEvent[] => [
  { type: 'TOOL_CALL_START', toolCallId, toolCallName },
  { type: 'TOOL_CALL_ARGS', toolCallId, delta },
];
const whole = (toolCallId: string, toolCallName?: string, delta?: string): HaiEvent[] => [
  ...started(toolCallId, toolCallName, delta),
  { type: 'TOOL_CALL_END', toolCallId },
];
const snapshot = (...calls: object[]): HaiEvent => ({
  type: 'MESSAGE_SNAPSHOT',
  messages: [...saidBefore, { id: 'b', role: 'assistant', toolCalls: calls }],
});
const finished: HaiEvent = { type: 'RUN_FINISHED', threadId: 't', runId: 'r' };

it.each<[string, HaiEvent[], string[]]>([
  ['an earlier call in a snapshot', [snapshot()], []],
  [
    'an earlier call in a snapshot, with other arguments',
    [snapshot(made('1', { args: '{}' }))],
    [],
  ],
  ['an earlier call that is announced again', whole('open'), []],
  ['an earlier call that is announced again as it was edited', whole('open', 'pay', '{}'), []],
  ['an earlier call with a result that is announced again', whole('1'), []],
  ['an earlier call of a declared tool', whole('open', 'confirmAction'), []],
  ['another call with the id of one that has its result', whole('1', 'pay', '{"to":"Eve"}'), ['1']],
  ['a call that only the snapshot of this run contains', [snapshot(made('new'))], ['new']],
  ['a call of this run', whole('new'), ['new']],
  ['a call of this run that was never ended', started('new'), ['new']],
  ['calls of this run between earlier ones', [...whole('new'), ...whole('open')], ['new']],
])('only calls that a run has made itself are its questions: %s', (_, events, asked) => {
  const earlier = { messages: saidBefore };
  const reader = createAskReader({ threadId: 't', runId: 'r', undeclared: true, earlier });
  const asks = [...events, finished].flatMap((event) => reader.read(event, received).asks);
  expect(asks.map(({ source }) => source.id)).toEqual(asked);
});
