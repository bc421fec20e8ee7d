import type { SavedView } from '@countersign/api/view';
import { newRule } from '@countersign/desk/rule-life';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startMs } from '../testing/postgres.ts';
import { engines, type StoreUnderTest } from '../testing/store-engines.ts';
import * as agents from './agents.ts';
import * as audit from './audit.ts';
import * as keys from './keys.ts';
import * as operators from './operators.ts';
import type { Writing } from './port.ts';
import * as rules from './rules.ts';
import * as sessions from './sessions.ts';
import * as views from './views.ts';
import * as calls from './webhook-calls.ts';
import * as webhooks from './webhooks.ts';

const now = 1_763_800_000_000;
const later = now + 60_000;
const id = 'run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11';
const other = 'chatcmpl-9aQ2fKx7TzVbR4mLc1WdHs0UyEo';
const promptId = 'call_Yk3bN8wQz1LrT5vXc7Mde2Fga';

const operator = { id, name: 'Ada Meyer', role: 'operator', groups: ['payments'] } as const;
const body: webhooks.WebhookBody = {
  name: 'Pager',
  url: 'https://pager.example/hook',
  enabled: true,
  severityFrom: 'minor',
  repeatMs: 60_000,
  createdBy: 'Ada Meyer',
  since: later,
};
const call = (callId: string) => ({
  id: callId,
  webhook: id,
  prompt: promptId,
  due: now,
  body: {
    type: 'prompt.opened',
    turn: 0,
    data: {
      promptId,
      taskId: other,
      agentId: 'evil',
      severity: 'major',
      openedAt: new Date(now).toISOString(),
      expiresAt: null,
    },
  } satisfies calls.CallBody,
});
const view: SavedView = {
  id,
  name: 'Große Beträge',
  shared: true,
  owner: id,
  ownerName: 'Ada Meyer',
  search: { q: '€ > 10 000' },
  updatedAt: now,
};
const rule = newRule(
  id,
  {
    name: 'Small refunds',
    match: { agentId: 'evil', conditions: [] },
    feedback: { type: 'approve' },
    expiresAt: later,
  },
  { name: 'Ada Meyer', at: now },
);
const session = { token: 'a'.repeat(64), proof: 'b'.repeat(64), operator: id, expires: later };
const agent = { id, name: 'Planner', descriptor: `{"id":"${id}"}`, headers: 'sealed' };
const key = { scope: `decisions:${id}`, key: promptId, bodyHash: 'c'.repeat(64) };
const stop = { stopped: { by: 'Ada Meyer', at: now }, since: 0 };

/** One row of each kind, which the writes below change or remove. */
async function fill(writing: Writing): Promise<void> {
  await webhooks.insertWebhook(writing, { id, body, secret: 'sealed' });
  await calls.insertCall(writing, call('msg_1'));
  await rules.writeRule(writing, rule);
  await keys.keepKey(writing, { ...key, key: other }, '[]');
  await views.writeView(writing, view);
  await operators.insertOperator(writing, { ...operator, groups: ['payments'] }, 'd'.repeat(64));
  await sessions.insertSession(writing, session);
  await agents.putAgent(writing, agent, 'api');
}

/** What happens when the reply of a write was lost, and it is sent again. */
type Repeated = 'no change' | 'refused' | 'counted again';
const named = { ...operator, name: 'Ada Lovelace', groups: [] };
const settled = { id: 'msg_1', state: 'done', attempts: 1, due: now } as const;
const delivery = { promptId, ok: false, status: 503, attempts: 2, detail: 'HTTP 503' };
const writes: Record<string, [Repeated, (writing: Writing) => Promise<unknown>]> = {
  insertWebhook: ['refused', (w) => webhooks.insertWebhook(w, { id: other, body, secret: 's' })],
  updateWebhook: ['no change', (w) => webhooks.updateWebhook(w, id, { ...body, enabled: false })],
  deleteWebhook: ['no change', (w) => webhooks.deleteWebhook(w, id)],
  keepLastDelivery: ['no change', (w) => webhooks.keepLastDelivery(w, id, delivery)],
  capSince: ['no change', (w) => webhooks.capSince(w)],
  insertCall: ['no change', (w) => calls.insertCall(w, call('msg_2'))],
  settleCallRow: ['no change', (w) => calls.settleCallRow(w, settled)],
  holdCallRow: ['no change', (w) => calls.holdCallRow(w, 'msg_1', later)],
  deleteCall: ['no change', (w) => calls.deleteCall(w, 'msg_1')],
  shiftCallRows: ['counted again', (w) => calls.shiftCallRows(w, 3_600_000)],
  writeRule: ['no change', (w) => rules.writeRule(w, { ...rule, enabled: true })],
  deleteRule: ['no change', (w) => rules.deleteRule(w, id)],
  writeStop: ['no change', (w) => rules.writeStop(w, stop)],
  countAnswer: ['counted again', (w) => rules.countAnswer(w, id)],
  countPassedOver: ['counted again', (w) => rules.countPassedOver(w, id)],
  keepKey: ['refused', (w) => keys.keepKey(w, key, '[]')],
  writeView: ['no change', (w) => views.writeView(w, { ...view, shared: false })],
  deleteView: ['no change', (w) => views.deleteView(w, id)],
  insertOperator: ['refused', (w) => operators.insertOperator(w, { ...named, id: other }, 'e')],
  updateOperator: ['no change', (w) => operators.updateOperator(w, named)],
  deleteOperator: ['no change', (w) => operators.deleteOperator(w, id)],
  insertSession: [
    'refused',
    (w) => sessions.insertSession(w, { ...session, token: 'f', proof: 'g' }),
  ],
  deleteSession: ['no change', (w) => sessions.deleteSession(w, session.proof)],
  deleteEndedSessions: ['no change', (w) => sessions.deleteEndedSessions({ ...w, now: later })],
  shiftSessions: ['counted again', (w) => sessions.shiftSessions(w, 3_600_000)],
  putAgent: ['no change', (w) => agents.putAgent(w, { ...agent, id: other }, 'config')],
  updateAgent: ['no change', (w) => agents.updateAgent(w, { ...agent, name: 'P' }, true)],
  deleteAgent: ['no change', (w) => agents.deleteAgent(w, id)],
  deleteAgentsOf: ['no change', (w) => agents.deleteAgentsOf(w, 'api')],
};

it('every write of the store is in this contract', () => {
  const modules = [agents, audit, calls, keys, operators, rules, sessions, views, webhooks];
  const isRead =
    /^(has|list|read|next|due|calls|open|was|unseen|operatorOf|newest|audit|countViews)/;
  const exported = modules.flatMap(Object.keys).filter((name) => !isRead.test(name));
  expect(exported.toSorted()).toEqual(Object.keys(writes).toSorted());
});

describe.each(engines)('on %s', (_, open) => {
  let store: StoreUnderTest;
  beforeAll(async () => {
    store = await open();
  }, startMs);
  beforeEach(async () => {
    await store.empty();
    await store.transact(now, fill);
  });
  afterAll(() => store.close());
  const stopped = () => rules.readStop(store.reading);
  const everything = async () => ({ ...(await store.content()), stopped: await stopped() });

  it.each(Object.entries(writes))(
    '%s is done completely or not at all',
    async (_name, [, write]) => {
      const before = await everything();
      const failing = store.transact(now, async (writing) => {
        await write(writing);
        throw new Error('failed before the commit');
      });
      await expect(failing).rejects.toThrow('failed before the commit');
      expect(await everything()).toEqual(before);
      await store.transact(now, write);
      expect(await everything()).not.toEqual(before);
    },
  );

  it.each(Object.entries(writes))(
    '%s, repeated because its reply was lost',
    async (_name, [repeated, write]) => {
      await store.transact(now, write);
      const once = await everything();
      const again = store.transact(now, write);
      if (repeated === 'refused') await expect(again).rejects.toThrow();
      else await again;
      const twice = await everything();
      if (repeated === 'counted again') expect(twice).not.toEqual(once);
      else expect(twice).toEqual(once);
    },
  );

  it('returns what was written, and nothing for what was not', async () => {
    const { reading } = store;
    expect(await webhooks.readWebhook(reading, id)).toEqual({
      ...body,
      id,
      secret: 'sealed',
      lastDelivery: null,
    });
    expect(await webhooks.readWebhook(reading, other)).toBeNull();
    expect(await webhooks.hasWebhooks(reading)).toBe(true);
    expect(await calls.dueCalls(reading, now, 4)).toMatchObject([{ id: 'msg_1', attempts: 0 }]);
    expect(await calls.dueCalls(reading, now - 1, 4)).toEqual([]);
    expect(await calls.nextCallAt(reading, now - 1)).toBe(now);
    expect(await calls.nextCallAt(reading, now)).toBeNull();
    expect(await rules.readRule(reading, id)).toEqual(rule);
    expect(await rules.readRulesInForce(reading, now)).toEqual([]);
    const kept = { ...key, key: other };
    expect(await keys.readKey(reading, kept)).toEqual({ kind: 'repeated', answer: '[]' });
    expect(await keys.readKey(reading, { ...kept, bodyHash: 'd' })).toEqual({
      kind: 'key-conflict',
    });
    expect(await keys.readKey(reading, key)).toEqual({ kind: 'new' });
    expect(await views.listViews(reading, other)).toEqual([view]);
    expect(await views.countViews(reading, id)).toBe(1);
    expect(await operators.listOperators(reading)).toEqual([operator]);
    expect(await operators.operatorOfToken(reading, 'd'.repeat(64))).toEqual(operator);
    expect(await sessions.readSession(reading, session.proof, now)).toMatchObject({ operator: id });
    expect(await sessions.readSession(reading, session.proof, later)).toBeNull();
    expect(await agents.readAgent(reading, id)).toMatchObject({ source: 'api', contact_at: null });
    expect(await agents.readAgentOf(reading, 'config', id)).toBeNull();
  });
});
