import { EventSchemas, RunAgentInputSchema } from '@ag-ui/core/schemas';
import type { HaiEvent } from '@countersign/hai/event';
import { runAgentInputSchema } from '@countersign/hai/run-input';
import { describe, expect, it } from 'vitest';
import { createEventDecoder } from '../decode.ts';
import { createAgUiEncoder } from './encode.ts';
import { toAgUiRunInput } from './run-input.ts';

const encode = (...events: HaiEvent[]) => {
  const encoder = createAgUiEncoder({ threadId: 'thread', runId: 'run' });
  return events.flatMap((event) => encoder.encode(event));
};

const content = (
  delta: Extract<HaiEvent, { type: 'BUSINESS_DATA_CONTENT' }>['delta'],
): HaiEvent => ({
  type: 'BUSINESS_DATA_CONTENT',
  messageId: 'm',
  delta,
});

describe('an AG-UI client receives', () => {
  it('text as text', () => {
    expect(
      encode({ type: 'BUSINESS_DATA_START', messageId: 'm', role: 'assistant' }, content('x'), {
        type: 'BUSINESS_DATA_END',
        messageId: 'm',
      }),
    ).toEqual([
      { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'x' },
      { type: 'TEXT_MESSAGE_END', messageId: 'm' },
    ]);
  });

  it('a text output as text, a thinking output as reasoning, any other output as hai.output', () => {
    const icon = { output: { type: 'icon', data: {} } };
    expect(
      encode(
        content({ output: { type: 'text', content: 'x' } }),
        content({ output: { type: 'thinking', data: { content: 'hm' } } }),
        content(icon),
      ),
    ).toMatchObject([
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'x' },
      { type: 'REASONING_MESSAGE_CHUNK', messageId: 'm-thinking', delta: 'hm' },
      { type: 'CUSTOM', name: 'hai.output', value: { messageId: 'm', delta: icon } },
    ]);
  });

  it('a reasoning message as a reasoning message', () => {
    const thought = { output: { type: 'thinking', data: { content: 'hm', thinking: true } } };
    expect(
      encode({ type: 'BUSINESS_DATA_START', messageId: 'm', role: 'reasoning' }, content(thought), {
        type: 'BUSINESS_DATA_END',
        messageId: 'm',
      }),
    ).toMatchObject([
      { type: 'REASONING_MESSAGE_START', messageId: 'm', role: 'reasoning' },
      { type: 'REASONING_MESSAGE_CONTENT', messageId: 'm', delta: 'hm' },
      { type: 'REASONING_MESSAGE_END', messageId: 'm' },
    ]);
  });

  it('start and end of a run with ids, with any other members', () => {
    expect(
      encode(
        { type: 'RUN_STARTED', input: 'not AG-UI input' },
        { type: 'RUN_FINISHED', threadId: 't', runId: 'r', outcome: { type: 'unheard of' } },
        { type: 'RUN_ERROR', message: 'x', timestamp: 1.5 },
      ),
    ).toMatchObject([
      { type: 'RUN_STARTED', threadId: 'thread', runId: 'run' },
      { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
      { type: 'RUN_ERROR', message: 'x' },
    ]);
  });

  it('agent-to-agent messages as subagents', () => {
    expect(
      encode(
        { type: 'AGENT_COLLABORATIVE_MESSAGE_START', messageId: 'c', from: 'a', to: 'b' },
        { type: 'AGENT_COLLABORATIVE_MESSAGE_END', messageId: 'c' },
      ),
    ).toMatchObject([
      { type: 'SUBAGENT_STARTED', subagentRunId: 'c', name: 'b' },
      { type: 'SUBAGENT_FINISHED', subagentRunId: 'c' },
    ]);
  });

  it('a result that is not text as its JSON', () => {
    expect(encode({ type: 'TOOL_CALL_RESULT', toolCallId: 't', content: { a: 1 } })).toMatchObject([
      { type: 'TOOL_CALL_RESULT', messageId: 't-result', content: '{"a":1}' },
    ]);
  });
});

describe('AG-UI to HAI and back', () => {
  it.each([
    { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'user' },
    { type: 'TOOL_CALL_RESULT', messageId: 'm', toolCallId: 't', content: 'x', role: 'tool' },
    { type: 'ACTIVITY_SNAPSHOT', messageId: 'm', activityType: 'a', content: {}, timestamp: 1 },
    { type: 'ACTIVITY_DELTA', messageId: 'm', activityType: 'a', patch: [], metadata: { a: 1 } },
    { type: 'REASONING_ENCRYPTED_VALUE', subtype: 'message', entityId: 'e', encryptedValue: 'v' },
    { type: 'REASONING_START', messageId: 'm' },
    { type: 'MESSAGES_SNAPSHOT', messages: [{ id: '1', role: 'user', content: 'x' }] },
    { type: 'SUBAGENT_ERROR', subagentRunId: 's', message: 'm', code: 'c' },
    { type: 'RUN_FINISHED', threadId: 't', runId: 'r', outcome: { type: 'cancelled' } },
  ])('$type is the same again', (event) => {
    const { events } = createEventDecoder().decode(JSON.stringify(event));
    expect(encode(...events)).toMatchObject([event]);
  });
});

describe('the request', () => {
  it('is valid AG-UI for all valid HAI', () => {
    const input = runAgentInputSchema.parse({
      threadId: 't',
      runId: 'r',
      messages: [
        { id: '1', role: 'user', content: { not: 'text' }, timestamp: 1 },
        { id: '2', role: 'assistant' },
        { id: '3', role: 'tool', toolCallId: 'c', content: 'ok' },
        { id: '4', role: 'user', content: [{ type: 'text', text: 'x' }] },
        { id: '5', role: 'developer' },
      ],
      tools: [{ name: 'confirm' }],
      context: ['plain', { description: 'd', value: { a: 1 } }],
      resume: [{ interruptId: 'i', status: 'resolved', payload: { approved: true } }],
    });
    const output = toAgUiRunInput(input);
    expect(RunAgentInputSchema.safeParse(output).error).toBeUndefined();
    expect(output).toMatchObject({ state: {}, forwardedProps: {}, resume: input.resume });
  });
});

it('everything is valid by the schemas of AG-UI, even what AG-UI cannot express', () => {
  const odd: HaiEvent[] = [
    { type: 'STATE_DELTA', delta: [{ op: 'add', path: 'no pointer' }] },
    { type: 'BUSINESS_DATA_START', messageId: 'm', role: 'martian', timestamp: 0.5 },
    { type: 'AGENT_COLLABORATIVE_MESSAGE_END' },
    { type: 'CUSTOM', name: 'ag-ui.ACTIVITY_DELTA', value: { type: 'ACTIVITY_DELTA' } },
    { type: 'CUSTOM', name: 'n' },
    { type: 'RAW', event: null, rawEvent: null },
  ];
  const encoded = encode(...odd);
  for (const event of encoded) expect(EventSchemas.safeParse(event).error).toBeUndefined();
  expect(encoded.flatMap((event) => createEventDecoder().decodeValue(event).events)).toEqual(odd);
});
