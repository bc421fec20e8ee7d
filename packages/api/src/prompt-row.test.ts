import { expect, it } from 'vitest';
import { maxRowBytes, maxStatedRowBytes, type RowSource, rowOf, wireRowOf } from './prompt-row.ts';

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

const bytesOf = (row: object) => new TextEncoder().encode(JSON.stringify(row)).length;

it('contains the agent’s label of the given answer only', () => {
  const row = rowOf(answered('Go on without it'));
  expect(row.decision?.label).toBe('Go on without it');
  expect(JSON.stringify(row)).not.toContain('Stop here');
  expect(rowOf(answered(' ')).decision).not.toHaveProperty('label');
});

it('stays short even if the label is long', () => {
  const wire = wireRowOf(answered('「続行」する'.repeat(40)));
  expect(bytesOf(wire)).toBeLessThanOrEqual(maxRowBytes);
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
  expect(bytesOf(wire)).toBeLessThanOrEqual(maxRowBytes);
  expect(wire.ask).toMatch(/^订单 0220 的退款/);
  expect(wire.agentName).toMatch(/^退款.*…/);
});

it('shows all of a question of usual length while somebody holds it, and gives back what it left out', () => {
  const ask =
    'Reassign the physical cell identities of 12 cells in Nantes-Ouest before the window opens at 14:30?';
  const held: RowSource = {
    ...answered(''),
    ask,
    agentId: 'radio-master',
    agentName: 'Radio Master',
    taskTitle: 'Downlink rate dropped at cell NTO-0440-2, seed 1',
    state: 'open',
    decision: null,
    closedAt: null,
    classKey: 'f'.repeat(64),
    expiresAt: 1_790_000_600_000,
    seen: { ...operator, at: 1_790_000_000_000 },
    claim: { ...operator, since: 1_790_000_000_000, until: 1_790_000_600_000, takeOver: null },
    message: { ...message(''), payload: { first: 240.5, second: { value: 3, currency: 'EUR' } } },
  };
  const wire = wireRowOf(held);
  expect(bytesOf(wire)).toBeLessThanOrEqual(maxRowBytes);
  expect(wire).toMatchObject({ ask, agentName: 'Radio Master' });
  const { blocking, severity, revision, claim, seen } = held;
  expect(rowOf(held)).toMatchObject({ blocking, severity, revision, claim, seen });

  const others: RowSource = {
    ...held,
    ...{ blocking: false, severity: 'major', revision: 3 },
    claim: {
      ...{ ...operator, since: 1_790_000_000_000, until: 1_790_000_600_000 },
      takeOver: { operator: 'mei', name: 'Mei Tanaka', at: 1, grantedAt: 2 },
    },
    seen: { operator: 'mei', name: 'Mei Tanaka', at: 1_790_000_000_000 },
  };
  expect(rowOf(others)).toMatchObject({
    ...{ blocking: false, severity: 'major', revision: 3 },
    claim: others.claim,
    seen: others.seen,
  });
  expect(rowOf({ ...held, claim: null }).seen).toEqual(held.seen);
});

const ofServer: RowSource = {
  ...answered(''),
  origin: { protocol: 'mcp', kind: 'elicitation', label: 'MCP elicitation' },
  state: 'open',
  decision: null,
  closedAt: null,
  classKey: 'f'.repeat(64),
  ask: `Bank asks: ${'Pay the fee '.repeat(60)}`,
  message: {
    ...message(''),
    upPrompt: {
      statements: {
        ask: { code: 'mcp-ask.asks', params: { server: 'Bank', words: 'Pay the fee '.repeat(60) } },
      },
    },
  },
};

it('contains the question as data if the server has written it, and stays short', () => {
  const wire = wireRowOf(ofServer);
  expect(bytesOf(wire)).toBeLessThanOrEqual(maxStatedRowBytes);
  expect(wire.stated).toMatchObject({ code: 'mcp-ask.asks', params: { server: 'Bank' } });
  expect(rowOf(ofServer).stated).toEqual(wire.stated);
  const claims = { ...ofServer, origin: { protocol: 'upformat', kind: 'message' } };
  expect(wireRowOf(claims)).not.toHaveProperty('stated');
});

it('has room for the question as data next to a short text of it', () => {
  const ask = 'Call Paint a wall (paint) on Workshop?';
  const params = { tool: 'Paint a wall (paint)', server: 'Workshop' };
  const statements = { ask: { code: 'mcp-ask.call', params } };
  const short: RowSource = {
    ...ofServer,
    agentId: 'workshop',
    agentName: 'Workshop',
    taskTitle: 'Workshop: structured input',
    origin: { protocol: 'mcp', kind: 'approval', label: 'MCP tool call' },
    source: { toolName: 'paint', together: '3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11' },
    severity: 'major',
    ask,
    message: { ...message(''), upPrompt: { statements } },
  };
  const wire = wireRowOf(short);
  expect(wire).toMatchObject({ ask, stated: statements.ask });
  expect(bytesOf(wire)).toBeLessThanOrEqual(maxRowBytes);
});

it('keeps the question as data while somebody holds it', () => {
  const held: RowSource = {
    ...ofServer,
    agentName: 'Workshop of the painters',
    taskTitle: 'Workshop of the painters: structured input',
    expiresAt: 1_790_000_600_000,
    seen: { operator: 'mei', name: 'Mei Tanaka', at: 1_790_000_000_000 },
    claim: { ...operator, since: 1_790_000_000_000, until: 1_790_000_600_000, takeOver: null },
  };
  const wire = wireRowOf(held);
  expect(bytesOf(wire)).toBeLessThanOrEqual(maxStatedRowBytes);
  expect(wire.stated).toMatchObject({ code: 'mcp-ask.asks', params: { server: 'Bank' } });
  expect(wire.ask.length).toBeGreaterThan(100);
});

it('leaves out the question as data before its English text has no room', () => {
  const long = '退款服务台，负责处理所有超过三十天的退货与换货申请';
  const params = Object.fromEntries(Array.from('abcdefgh', (name) => [name, long]));
  const full: RowSource = {
    ...ofServer,
    agentName: long,
    taskTitle: long,
    claim: { ...operator, since: 1_790_000_000_000, until: 1_790_000_600_000, takeOver: null },
    message: {
      ...message(''),
      upPrompt: { statements: { ask: { code: 'mcp-ask.asks', params } } },
    },
  };
  const wire = wireRowOf(full);
  expect(bytesOf(wire)).toBeLessThanOrEqual(maxRowBytes);
  expect(wire).not.toHaveProperty('stated');
  expect(wire.ask).toMatch(/^Bank asks: Pay/);
});
