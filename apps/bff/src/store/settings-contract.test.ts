import * as agents from '@countersign/part-desk/rows/agents';
import * as rules from '@countersign/part-desk/rows/rules';
import * as views from '@countersign/part-desk/rows/views';
import * as calls from '@countersign/part-desk/rows/webhook-calls';
import * as webhooks from '@countersign/part-desk/rows/webhooks';
import * as knowledge from '@countersign/part-knowledge/rows/knowledge-entries';
import * as identities from '@countersign/part-people/rows/identities';
import * as sessions from '@countersign/part-people/rows/sessions';
import * as uap from '@countersign/part-registry/rows/uap-entries';
import * as environment from '@countersign/part-tools/rows/environment-entries';
import * as keys from '@countersign/server/store/keys';
import * as operators from '@countersign/server/store/people/operators';
import { verifyStepUp } from '@countersign/server/store/people/step-ups';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startMs } from '../testing/postgres.ts';
import {
  body,
  confirmed,
  fill,
  id,
  key,
  later,
  now,
  operator,
  other,
  profile,
  revision,
  rule,
  service,
  session,
  view,
  writes,
} from '../testing/settings-store.ts';
import { describeWrites } from '../testing/store-contract.ts';
import { engines, type StoreUnderTest } from '../testing/store-engines.ts';

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
  describeWrites(() => store, now, writes);

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
    expect(await operators.operatorOfToken(reading, 'd'.repeat(64), now)).toEqual(operator);
    expect(await sessions.readSession(reading, session.proof, now)).toMatchObject({ operator: id });
    expect(await sessions.readSession(reading, session.proof, later)).toBeNull();
    expect(await sessions.listSessions(reading, now, id)).toMatchObject([{ id: 'session-1' }]);
    expect(await sessions.listSessions(reading, now, other)).toEqual([]);
    expect(await sessions.listSessions(reading, later, null)).toEqual([]);
    expect(await agents.readAgent(reading, id)).toMatchObject({ source: 'api', contact_at: null });
    expect(await agents.readAgentOf(reading, 'config', id)).toBeNull();
    expect(await uap.readUapEntry(reading, 'service', id)).toEqual(service);
    expect(await uap.readUapEntry(reading, 'route', id)).toBeNull();
    expect(await uap.listUapEntries(reading, 'service')).toEqual([service]);
    expect(await uap.countUapEntries(reading, 'service')).toBe(1);
    const bytes = Buffer.byteLength(JSON.stringify(service));
    expect(await uap.uapBytesWithout(reading, 'service', other)).toBe(bytes);
    expect(await uap.uapBytesWithout(reading, 'service', id)).toBe(0);
    const forged = { ...service, registered_by: other, agent_info: { registered_by: 'crew' } };
    const owned = [
      forged,
      { ...service, registered_by: 'crew' },
      { ...service, registered_by: 'cre_' },
    ];
    await store.transact(now, async (writing) => {
      for (const [at, one] of owned.entries())
        await uap.putUapEntry(writing, 'service', `own-${at}`, one);
    });
    expect(await uap.uapShareOf(reading, 'crew', { kind: 'service', id: other })).toEqual({
      ...{ services: 1, bytes: Buffer.byteLength(JSON.stringify(owned[1])) },
    });
    expect(await uap.uapShareOf(reading, 'crew', { kind: 'service', id: 'own-1' })).toEqual({
      ...{ services: 0, bytes: 0 },
    });
    expect(await environment.readEnvironment(reading, 'profile', id)).toEqual(profile);
    expect(await environment.readEnvironment(reading, 'note', id)).toBeNull();
    expect(await environment.listEnvironment(reading, 'profile')).toEqual([profile]);
    const profileBytes = Buffer.byteLength(JSON.stringify(profile));
    expect(await environment.environmentSize(reading, 'profile', other)).toEqual({
      ...{ count: 1, otherBytes: profileBytes },
    });
    expect(await environment.environmentSize(reading, 'profile', id)).toMatchObject({
      otherBytes: 0,
    });
    expect(await environment.environmentRevision(reading)).toBe(0);
    await store.transact(now, environment.countEnvironmentChange);
    expect(await environment.environmentRevision(reading)).toBe(1);
    expect(await knowledge.readKnowledge(reading, 'revision', id)).toEqual(revision);
    expect(await knowledge.readKnowledge(reading, 'memory', id)).toBeNull();
    expect(await knowledge.lastKnowledgePlace(reading, 'revision')).toBe(7);
    expect(await knowledge.lastKnowledgePlace(reading, 'memory')).toBe(0);
    const next: number[] = [];
    for (const at of [now, later]) {
      await store.transact(at, async (w) => void next.push(await uap.nextUapIndex(w, at)));
    }
    expect(next).toEqual([now + 1, later]);
  });

  it('knows who signed in at a provider, and whose sessions are to be checked', async () => {
    const { reading } = store;
    const known = { issuer: 'i', subject: 's' };
    expect(await identities.operatorOfIdentity(reading, known)).toBe(id);
    expect(await identities.operatorOfIdentity(reading, { ...known, subject: 't' })).toBeNull();
    expect(await identities.providerSessionsBefore(reading, now)).toMatchObject([known]);
    expect(await identities.providerSessionsBefore(reading, now - 1)).toEqual([]);
  });

  it('takes a confirmation of an answer once, for exactly that answer, and in time', async () => {
    const minute = 60_000;
    const verify = async (at: number, more: Partial<typeof confirmed> = {}) => {
      let is = false;
      await store.transact(at, async (w) => {
        is = await verifyStepUp(w, { ...confirmed, ...more });
      });
      return is;
    };
    const other = { ask: 'every-ten-minutes', digest: 'another' } as const;
    expect(await verify(now, { operatorId: 'bo' })).toBe(false);
    expect(await verify(now, { digest: 'e' })).toBe(false);
    expect(await verify(now, { feedback: { type: 'reject', reason: 'so' } })).toBe(false);
    expect(await verify(now, { feedback: { type: 'approve', reason: 'else' } })).toBe(false);
    expect(await verify(now + 2 * minute)).toBe(false);
    expect(await verify(now + minute)).toBe(true);
    expect(await verify(now + minute)).toBe(false);
    expect(await verify(now + 9 * minute, other)).toBe(true);
    expect(await verify(now + 10 * minute, other)).toBe(false);
  });

  it('returns knowledge by the order of its changes, its state, and what it is about', async () => {
    const { reading } = store;
    const row = (place: number, state: string, about: string) => ({
      ...{ id: `m${place}`, state, about, body: `{"at":${place}}`, place },
    });
    const rows = [row(1, 'active', 'a'), row(2, 'pending', 'a'), row(3, 'active', 'b')];
    await store.transact(now, async (w) => {
      for (const one of rows) await knowledge.putKnowledge(w, 'memory', one);
    });
    const ids = (found: { id: string }[]) => found.map((one) => one.id);
    const after = (place: number, limit: number) =>
      knowledge.knowledgeAfter(reading, 'memory', { place, limit });
    expect(await after(0, 2)).toEqual(rows.slice(0, 2));
    expect(ids(await after(2, 9))).toEqual(['m3']);
    const page = async (more: { state?: string; about?: string; before?: number }) =>
      ids(await knowledge.pageOfKnowledge(reading, 'memory', { before: 0, limit: 2, ...more }));
    expect(await page({})).toEqual(['m3', 'm2']);
    expect(await page({ before: 2 })).toEqual(['m1']);
    expect(await page({ state: 'active' })).toEqual(['m3', 'm1']);
    expect(await page({ about: 'a', state: 'pending' })).toEqual(['m2']);
    expect(await knowledge.placeBeforeNewest(reading, 'memory', 1)).toBe(2);
    expect(await knowledge.placeBeforeNewest(reading, 'memory', 3)).toBe(0);
    expect(await knowledge.countKnowledge(reading, 'memory')).toEqual(
      new Map([
        ['active', 2],
        ['pending', 1],
      ]),
    );
    expect(await knowledge.countKnowledgeAbout(reading, 'memory')).toContainEqual({
      ...{ about: 'b', state: 'active', count: 1 },
    });
    expect(await knowledge.tasksToLearnFrom(reading, 9)).toEqual([]);
  });
});
