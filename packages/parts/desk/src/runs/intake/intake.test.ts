import { haiProtocol } from '@countersign/adapters/hai/protocol';
import { agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import type { Message } from '@countersign/hai/event';
import { expect, it } from 'vitest';
import { createIntake } from './intake.ts';

const intake = (messages: Message[] = []) =>
  createIntake({
    protocol: haiProtocol,
    detect: () => null,
    agentId: 'planner',
    threadId: 't',
    runId: 'r',
    lastEventId: null,
    earlier: { messages },
    now: () => 0,
  });
const frame = (event: unknown) => `data: ${JSON.stringify(event)}\n\n`;
const authorOf = (metadata: Record<string, unknown>) => {
  const items = intake().feed(
    frame({ type: 'RUN_STARTED' }) + frame({ type: 'STEP_STARTED', stepName: 's', metadata }),
  );
  return items.flatMap((item) => (item.kind === 'event' ? [item.speaker] : [])).at(-1);
};

it('lets an agent act for another agent, never for a person or the server', () => {
  expect(authorOf({ agentId: 'worker' })).toBe('relayed:planner:worker');
  expect(authorOf({ agentId: 'operator:ann' })).toBe('planner');
  expect(authorOf({ agentId: 'countersign' })).toBe('planner');
  expect(authorOf({ agentId: 'countersign:default' })).toBe('planner');
});

it('accepts no agent with the name of the server', () => {
  const descriptor = { name: 'X', url: 'http://127.0.0.1:1/' };
  expect(agentDescriptorSchema.safeParse({ ...descriptor, id: 'countersign' }).success).toBe(false);
  expect(agentDescriptorSchema.safeParse({ ...descriptor, id: 'countersigner' }).success).toBe(
    true,
  );
});

it('reads an agent that uses AG-UI, independent of the declared protocol', () => {
  const items = intake().feed(
    frame({ type: 'RUN_STARTED', threadId: 't', runId: 'r' }) +
      frame({ type: 'TEXT_MESSAGE_CHUNK', messageId: 'chatcmpl-B7x', delta: 'Hello' }) +
      frame({ type: 'RUN_FINISHED', threadId: 't', runId: 'r' }),
  );
  const earlier = items.map((item) => (item.kind === 'event' ? JSON.parse(item.json) : item));
  expect(earlier.map(({ type }) => type)).toEqual([
    'RUN_STARTED',
    'BUSINESS_DATA_START',
    'BUSINESS_DATA_CONTENT',
    'BUSINESS_DATA_END',
    'RUN_FINISHED',
  ]);
});

it('distinguishes repaired from rejected data', () => {
  const kinds = (data: string) =>
    intake()
      .feed(`${frame({ type: 'RUN_STARTED' })}data: ${data}\n\n`)
      .flatMap((item) => (item.kind === 'anomaly' ? [item.fact.kind] : []));
  expect(kinds('{"type":"STEP_STARTED","stepName":7}')).toEqual(['event-repaired']);
  expect(kinds('{"type":"STEP_STARTED"}')).toEqual(['frame-rejected']);
  expect(kinds('{"type":"STEP_STARTED","stepName":"s"}{"type":')).toEqual(['frame-rejected']);
  expect(kinds('{"type":"my.own.event","value":7}')).toEqual([]);
});

it('knows the calls it sent to the agent: their results may come in this run', () => {
  const toolCallId = 'call_Yk3sT0pq9LmVbN2dHf7RwXaE';
  const rules = (history: Message[]) =>
    intake(history)
      .feed(frame({ type: 'RUN_STARTED' }) + frame({ type: 'TOOL_CALL_RESULT', toolCallId }))
      .flatMap((item) => (item.kind === 'anomaly' ? [item.fact.kind] : []));
  expect(rules([{ id: 'm', role: 'assistant', toolCalls: [{ id: toolCallId }] }])).toEqual([]);
  expect(rules([])).toEqual(['illegal-order']);
});
