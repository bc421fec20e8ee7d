import { expect, it } from 'vitest';
import { maxRowBytes, type RowSource, rowOf, wireRowOf } from './prompt-row.ts';

const message = (label: string): RowSource['message'] => ({
  messageId: 'chatcmpl-9rT3kQ2vXn7LbW5',
  threadId: 'run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
  timestamp: '2026-11-21T05:00:00Z',
  state: 'completed',
  upPrompt: { answers: { approve: { label }, reject: { label: 'Stop here' } } },
});
const answered = (label: string): RowSource => ({
  id: 'y5a8vhh2kaersf1sghyxxsmp5m',
  taskId: '3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
  taskTitle: 'Hire a senior engineer',
  agentId: 'recommender',
  agentName: 'Recommender',
  relayedFor: null,
  origin: { protocol: 'upformat', kind: 'message' },
  source: { toolName: null, together: null },
  classKey: '',
  blocking: true,
  state: 'answered',
  severity: 'info',
  revision: 1,
  sequence: 7,
  place: 0,
  ask: 'Go on without the second interviewer? '.repeat(20),
  openedAt: 1_790_000_000_000,
  expiresAt: null,
  claim: null,
  snooze: null,
  escalation: null,
  seen: null,
  closedAt: 1_790_000_060_000,
  decision: {
    id: '3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
    by: { kind: 'operator', id: 'sara', name: 'Sara Okafor' },
    feedback: { type: 'approve' },
    state: 'delivered',
    recordedAt: 1_790_000_060_000,
    waitsFor: [],
  },
  message: message(label),
});

it('contains the agent’s label of the given answer only', () => {
  const row = rowOf(answered('Go on without it'));
  expect(row.decision?.label).toBe('Go on without it');
  expect(JSON.stringify(row)).not.toContain('Stop here');
  expect(rowOf(answered(' ')).decision).not.toHaveProperty('label');
});

it('stays short even if the label is long', () => {
  const wire = wireRowOf(answered('「続行」する'.repeat(40)));
  expect(new TextEncoder().encode(JSON.stringify(wire)).length).toBeLessThanOrEqual(maxRowBytes);
  expect(wire.decision?.label).toMatch(/^「続行.*…/);
});

const operator = { operator: 'admin', name: 'Administrator' };

it.each([
  { claim: { ...operator, since: 1_790_000_000_000, until: 1_790_000_600_000, takeOver: null } },
  {
    snooze: {
      ...operator,
      at: 1_790_000_000_000,
      until: 1_790_000_600_000,
      reason: '客户在三十天之后才退货，信中说明了原因'.repeat(4),
    },
  },
])('stays short, with room for the question, while somebody holds or snoozes it', (members) => {
  const long = '退款服务台，负责处理所有超过三十天的退货与换货申请';
  const source: RowSource = {
    ...answered(''),
    ...members,
    state: 'open',
    decision: null,
    closedAt: null,
    classKey: 'f'.repeat(64),
    agentName: long,
    taskTitle: long.repeat(2),
    seen: { ...operator, at: 1_790_000_000_000 },
    ask: `订单 0220 的退款，${long.repeat(4)}`,
    message: { ...message(''), payload: { first: 240.5, second: { value: 3, currency: 'EUR' } } },
  };
  const wire = wireRowOf(source);
  expect(new TextEncoder().encode(JSON.stringify(wire)).length).toBeLessThanOrEqual(maxRowBytes);
  expect(wire.ask).toMatch(/^订单 0220 的退款/);
  expect(wire.agentName).toMatch(/^退款.*…/);
});
