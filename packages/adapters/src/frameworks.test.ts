import type { DeclaredTool } from '@countersign/hai/agent-descriptor';
import type { HaiEvent } from '@countersign/hai/event';
import { checkFeedback } from '@countersign/upformat/answers';
import type { UpFeedback } from '@countersign/upformat/message';
import { describe, expect, it } from 'vitest';
import { commandOf, resumeEntriesOf } from './ag-ui/resume.ts';
import type { ForeignAsk } from './ask.ts';
import { createAskReader } from './ask-reader.ts';
import { toolContent } from './hai/any-tool.ts';

const received = { agentId: 'a', timestamp: '2026-11-21T08:00:00Z', relayed: false };

/** The questions of a run with these events. */
function asksOf(events: HaiEvent[], tools: DeclaredTool[] = []): ForeignAsk[] {
  const reader = createAskReader({ threadId: 't', runId: 'r', tools, undeclared: true });
  return events.flatMap((event) => reader.read(event, received).asks);
}

const call = (toolCallId: string, toolCallName: string, args: object): HaiEvent[] => [
  { type: 'TOOL_CALL_START', toolCallId, toolCallName },
  { type: 'TOOL_CALL_ARGS', toolCallId, delta: JSON.stringify(args) },
  { type: 'TOOL_CALL_END', toolCallId },
];
const finished = (...interrupts: object[]): HaiEvent => ({
  type: 'RUN_FINISHED',
  threadId: 't',
  runId: 'r',
  ...(interrupts.length === 0 ? {} : { outcome: { type: 'interrupt', interrupts } }),
});
const raised = (value: unknown, rawEvent?: object): HaiEvent => ({
  type: 'CUSTOM',
  name: 'on_interrupt',
  value,
  ...(rawEvent === undefined ? {} : { rawEvent }),
});
const approve: UpFeedback = { type: 'approve' };
const reject: UpFeedback = { type: 'reject', content: { reason: 'Too late' } };
const edit = (value: unknown): UpFeedback => ({ type: 'edit', content: { value } });
const say = (text: string): UpFeedback => ({ type: 'instruction', content: { text } });
const allowedIn = (ask: ForeignAsk) => ask.message.upPrompt?.allowed;
const sent = (ask: ForeignAsk, feedback: UpFeedback) => {
  expect(checkFeedback(ask.message, feedback)).toEqual([]);
  return resumeEntriesOf([{ message: ask.message, feedback }])[0];
};

describe('several interrupts with one id', () => {
  const schema = {
    type: 'object',
    properties: { approved: { type: 'boolean' } },
    required: ['approved'],
  };
  const pay = (toolCallId: string, message: string) => ({
    ...{ id: 'i', reason: 'tool_call', toolCallId, message, responseSchema: schema },
  });

  it('are one question with the texts and calls of all, answered once', () => {
    const asks = asksOf([
      ...call('c1', 'pay', { to: 'Ada', amount: 10 }),
      ...call('c2', 'pay', { to: 'Bob', amount: 20 }),
      ...call('c3', 'remove', { path: '/srv' }),
      finished(pay('c1', 'Pay Ada?'), pay('c2', 'Pay Bob?'), pay('c3', 'Remove /srv?')),
    ]);
    expect(asks).toHaveLength(1);
    expect(asks[0]!.message).toMatchObject({
      upPrompt: { ask: '1. Pay Ada?\n2. Pay Bob?\n3. Remove /srv?' },
      payload: {
        interrupts: [
          { tool: 'pay', arguments: { to: 'Ada', amount: 10 } },
          { tool: 'pay', arguments: { to: 'Bob', amount: 20 } },
          { tool: 'remove', arguments: { path: '/srv' } },
        ],
      },
    });
    expect(sent(asks[0]!, approve)).toMatchObject({
      interruptId: 'i',
      payload: { approved: true },
    });
  });

  it('that expect different answers are answered as a person writes it', () => {
    const [ask, ...others] = asksOf([
      finished(
        { id: 'i', reason: 'x:y', message: 'Pay?', responseSchema: schema },
        { id: 'i', reason: 'x:y', message: 'Where?', responseSchema: { type: 'string' } },
      ),
    ]);
    expect(others).toEqual([]);
    expect(ask!.message.upPrompt?.ask).toBe('1. Pay?\n2. Where?');
    expect(allowedIn(ask!)).not.toContain('approve');
    expect(ask!.message.payload).toMatchObject({
      interrupts: [{ answer: schema }, { answer: { type: 'string' } }],
    });
  });

  it('that are equal, or were sent in two ways, are one', () => {
    const one = pay('c1', 'Pay Ada?');
    const asks = asksOf([...call('c1', 'pay', {}), finished(one, one)]);
    expect(asks.map(({ message }) => message.upPrompt?.ask)).toEqual(['Pay Ada?']);
    const graph = { id: '0f8f3c9d2b6a4e5f9c1d7e8a6b5c4d3e' };
    const events = asksOf([
      raised({ question: 'Pay Ada?' }, graph),
      raised({ question: 'Pay Bob?' }, graph),
      finished(),
    ]);
    expect(events.map(({ message }) => message.upPrompt?.ask)).toEqual([
      '1. Pay Ada?\n2. Pay Bob?',
    ]);
  });
});

describe('copilotkit_interrupt', () => {
  const messages = [{ type: 'ai', content: '' }];
  const inOutcome = (value: unknown) =>
    finished({
      id: 'i',
      reason: 'langgraph:interrupt',
      metadata: {
        langgraph: {
          raw: { __copilotkit_interrupt_value__: value, __copilotkit_messages__: messages },
        },
      },
    });
  const inEvent = (value: unknown) =>
    raised(
      JSON.stringify({
        __copilotkit_interrupt_value__: value,
        __copilotkit_messages__: messages,
      }),
    );

  it.each([
    ['an outcome', [inOutcome('Which airline?')]],
    ['an event', [inEvent('Which airline?'), finished()]],
  ])('its words are the question, in %s', (_, events) => {
    const [ask] = asksOf(events);
    expect(ask!.message.upPrompt?.ask).toBe('Which airline?');
    expect(JSON.stringify(ask!.message.payload)).not.toContain('copilotkit');
    expect(allowedIn(ask!)).toContain('instruction');
  });

  it('its action is named and its arguments are shown', () => {
    const action = { action: 'confirm_write', args: { detail: 'CPK-9' } };
    for (const events of [[inOutcome(action)], [inEvent(action), finished()]]) {
      const [ask] = asksOf(events);
      expect(ask!.source.toolName).toBe('confirm_write');
      expect(ask!.message).toMatchObject({
        upPrompt: { ask: 'May the agent run confirm_write?' },
        payload: { arguments: { detail: 'CPK-9' } },
      });
      expect(allowedIn(ask!)).not.toContain('approve');
    }
    const [ask] = asksOf([inEvent(action), finished()]);
    const answers = [{ message: ask!.message, feedback: edit({ answer: { confirmed: true } }) }];
    expect(commandOf(answers)).toEqual({ resume: { confirmed: true } });
  });
});

it('an approval repeats the call, as the stock .NET client does', () => {
  const [ask] = asksOf([
    ...call('call_delete1', 'delete_file', { filename: '/tmp/example.txt' }),
    finished({
      id: 'ficc_call_delete1',
      reason: 'tool_call',
      toolCallId: 'call_delete1',
      message: 'Approval required for tool call: delete_file',
      responseSchema: {
        type: 'object',
        properties: { approved: { type: 'boolean' } },
        required: ['approved'],
      },
    }),
  ]);
  expect(ask!.message.payload).toEqual({ filename: '/tmp/example.txt' });
  const toolCall = {
    callId: 'call_delete1',
    name: 'delete_file',
    arguments: { filename: '/tmp/example.txt' },
  };
  expect(sent(ask!, approve)).toMatchObject({ payload: { approved: true, toolCall } });
  expect(sent(ask!, reject)).toMatchObject({ payload: { approved: false, toolCall } });
});

describe('CrewAI', () => {
  const feedback = (emit: string[] | null, output: unknown = { topic: 'Launch' }) => ({
    id: 'thread-1',
    reason: 'crewai:human_feedback',
    message: 'Review the draft.',
    ...(emit === null ? {} : { responseSchema: { type: 'string', enum: emit } }),
    metadata: { crewai: { flowId: 'thread-1', methodName: 'review', emit, output } },
  });
  const ways = (one: object): [string, HaiEvent[]][] => [
    ['outcome', [finished(one)]],
    ['event', [raised(one), finished()]],
  ];

  it.each(ways(feedback(['approved', 'rejected', 'needs_revision'])))(
    'what it may emit are the choices, by %s',
    (_, events) => {
      const [ask] = asksOf(events);
      expect(ask!.message).toMatchObject({
        upPrompt: { ask: 'Review the draft.' },
        payload: { details: { topic: 'Launch' } },
      });
      // A cancelled interrupt continues with the first choice, so it is no refusal.
      expect(allowedIn(ask!)).toEqual(['edit']);
      const details = { topic: 'Launch' };
      expect(sent(ask!, edit({ details, answer: 'needs_revision' }))).toEqual({
        interruptId: 'thread-1',
        status: 'resolved',
        payload: 'needs_revision',
      });
    },
  );

  it('yes and no are Approve and Reject, in its words', () => {
    const [ask] = asksOf([raised(feedback(['approved', 'rejected'], 'The draft')), finished()]);
    expect(ask!.message.explanation).toContain('The draft');
    expect(sent(ask!, approve)).toMatchObject({ payload: 'approved' });
    expect(sent(ask!, reject)).toMatchObject({ payload: 'rejected' });
  });

  it('without choices the answer is in words', () => {
    const [ask] = asksOf([raised(feedback(null)), finished()]);
    expect(sent(ask!, say('Shorter'))).toMatchObject({ payload: 'Shorter' });
    expect(allowedIn(ask!)).not.toContain('reject');
  });
});

const contentOf = (ask: ForeignAsk, feedback: UpFeedback) => {
  expect(checkFeedback(ask.message, feedback)).toEqual([]);
  return JSON.parse(toolContent(ask.message, feedback) ?? '');
};

describe('Agno', () => {
  const asked = { to: 'ada@example.org', body: 'Hi' };

  it('a confirmation by a call alone is Approve and Reject where the descriptor declares the tool', () => {
    const events = [...call('c', 'send_email', asked), finished()];
    const [ask] = asksOf(events, [
      { name: 'send_email', description: '', parameters: {}, approval: 'agno' },
    ]);
    expect(ask!.message).toMatchObject({
      upPrompt: {
        ask: 'May the agent run send_email?',
        effect: 'The agent runs send_email with these arguments.',
      },
      payload: asked,
    });
    expect(allowedIn(ask!)).toEqual(['approve', 'reject', 'comment']);
    expect(contentOf(ask!, approve)).toEqual({ accepted: true });
    expect(contentOf(ask!, reject)).toEqual({ accepted: false, note: 'Too late' });
  });

  it('a confirmation by an interrupt too', () => {
    const responseSchema = {
      type: 'object',
      properties: { accepted: { type: 'boolean' }, note: { type: 'string' } },
      required: ['accepted'],
    };
    const [ask, ...others] = asksOf([
      ...call('c', 'send_email', asked),
      finished({ id: 'q', reason: 'tool_call', toolCallId: 'c', responseSchema }),
    ]);
    expect(others).toEqual([]);
    expect(ask!.message.payload).toEqual(asked);
    expect(sent(ask!, approve)).toMatchObject({ payload: { accepted: true } });
    expect(sent(ask!, reject)).toMatchObject({ payload: { accepted: false, note: 'Too late' } });
  });
});

describe('ADK', () => {
  const original = { id: 'c1', name: 'dangerous_action', args: { target: 'foo' } };
  const confirmation = (payload?: object) =>
    call('c2', 'adk_request_confirmation', {
      originalFunctionCall: original,
      toolConfirmation: {
        hint: "Confirm dangerous_action on target='foo'?",
        confirmed: false,
        payload,
      },
    });

  it('a confirmation shows the call that waits, and is answered by yes or no', () => {
    const asks = asksOf([
      ...call('c1', 'dangerous_action', original.args),
      ...confirmation(),
      finished(),
    ]);
    expect(asks).toHaveLength(1);
    expect(asks[0]).toMatchObject({
      source: { id: 'c2', toolName: 'dangerous_action' },
      message: {
        upPrompt: {
          ask: "Confirm dangerous_action on target='foo'?",
          allowed: ['approve', 'reject'],
        },
        payload: { target: 'foo' },
      },
    });
    expect(contentOf(asks[0]!, approve)).toEqual({ confirmed: true });
    expect(contentOf(asks[0]!, reject)).toEqual({ confirmed: false });
  });

  it('the values that it asks for can be given', () => {
    const [ask] = asksOf([...confirmation({ approved_days: 0 }), finished()]);
    expect(ask!.message.payload).toEqual({
      arguments: { target: 'foo' },
      payload: { approved_days: 0 },
    });
    expect(contentOf(ask!, edit({ payload: { approved_days: 3 } }))).toEqual({
      confirmed: true,
      payload: { approved_days: 3 },
    });
  });
});

it('confirm_changes shows the call that it names', () => {
  const [ask] = asksOf([
    ...call('c', 'confirm_changes', {
      function_name: 'write_document',
      function_call_id: 'w',
      function_arguments: { document: 'Once' },
    }),
    finished(),
  ]);
  expect(ask!.message).toMatchObject({
    upPrompt: { ask: 'May the agent run write_document?' },
    payload: { document: 'Once' },
  });
  expect(contentOf(ask!, approve)).toEqual({ accepted: true });
  expect(contentOf(ask!, reject)).toEqual({ accepted: false });
});
