import type { HaiEvent } from '@countersign/hai/event';
import { createManualClock, type ManualClock } from '@countersign/testkit/manual-clock';
import {
  createSimulatedBff,
  problemResponse,
  type SimulatedBff,
} from '@countersign/testkit/simulated-bff';
import { emptyThread, foldThread } from '@countersign/thread/fold';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Client, createClient } from './client.ts';

/** Waits until everything that depends on promises only has settled. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

const text = (delta: string): HaiEvent => ({
  type: 'BUSINESS_DATA_CONTENT',
  messageId: 'm',
  delta,
});
const fact = (name: string): HaiEvent => ({ type: 'CUSTOM', name: `countersign.${name}` });

let clock: ManualClock;
let bff: SimulatedBff;
let stored: Map<string, string>;
let client: Client;

function newClient(): Client {
  let made = 0;
  return createClient({
    baseUrl: 'http://bff.test',
    ports: {
      fetch: bff.fetch,
      now: clock.now,
      schedule: clock.schedule,
      createId: () => `id-${clock.now()}-${made++}`,
      random: () => 0.5,
      storage: {
        get: (key) => stored.get(key) ?? null,
        set: (key, value) => void stored.set(key, value),
        remove: (key) => void stored.delete(key),
      },
    },
  });
}

beforeEach(() => {
  clock = createManualClock();
  bff = createSimulatedBff(clock.now);
  stored = new Map();
  client = newClient();
});

/** A member that is undefined is not sent. */
const asJson = <T>(value: T): T => JSON.parse(JSON.stringify(value));

const expected = (threadId: string) =>
  asJson(
    foldThread(
      emptyThread(threadId),
      bff.journal().filter((envelope) => envelope.threadId === threadId),
    ),
  );

describe('the stream', () => {
  it('goes live, follows an opened thread and receives the facts of all others', async () => {
    const received: string[] = [];
    client.onFact(({ threadId, sequence }) => received.push(`${threadId}:${sequence}`));
    client.start();
    const handle = client.openThread('t1');
    bff.append(text('before'));
    await settle();
    expect(client.connection.getState()).toMatchObject({ status: 'live', attempt: 0 });
    bff.append(text(' after'));
    bff.append(text('elsewhere'), { threadId: 't2' });
    bff.append(fact('prompt'), { threadId: 't2', agentId: 'countersign' });
    bff.append(fact('prompt'), { threadId: 't2', agentId: 'forger' });
    await settle();
    clock.advance(50);
    expect(handle.store.getState()).toMatchObject({ status: 'ready', thread: expected('t1') });
    expect(received).toEqual(['t2:2']);
  });

  it('does not fold a short fact, which is of a stream without the thread: the event is fetched', async () => {
    client.start();
    const { store } = client.openThread('t1');
    bff.append(text('before'));
    await settle();
    bff.repeatBy(() => 0);
    const whole = bff.append(fact('prompt'), { agentId: 'countersign' });
    const value = { change: 'opened', row: { id: 'y5a8vhh2kaersf1sghyxxsmp5m' } };
    bff.notify('message', { ...whole, event: { ...whole.event, value } });
    await settle();
    clock.advance(50);
    expect(store.getState()).toMatchObject({ status: 'ready', thread: { sequence: 1 } });
    bff.repeatBy(() => 1);
    bff.append(text(' after'));
    await settle();
    clock.advance(50);
    expect(store.getState()).toMatchObject({ status: 'ready', thread: expected('t1') });
  });

  it('publishes the first event at once, the rest at most every 50 ms, and urgent ones at once', async () => {
    client.start();
    const { store } = client.openThread('t1');
    await settle();
    clock.advance(1_000);
    let published = 0;
    store.subscribe(() => {
      published += 1;
    });
    bff.append(text('1'));
    await settle();
    expect(published).toBe(1);
    for (const delta of ['2', '3', '4']) bff.append(text(delta));
    await settle();
    expect(published).toBe(1);
    clock.advance(50);
    expect(published).toBe(2);
    bff.append({ type: 'RUN_FINISHED' });
    await settle();
    expect(published).toBe(3);
    expect(store.getState().thread).toEqual(expected('t1'));
  });

  it('resumes at its cursor after a loss, with increasing delays', async () => {
    client.start();
    const { store } = client.openThread('t1');
    bff.append(text('a'));
    await settle();
    bff.setDown(true);
    bff.cut();
    await settle();
    expect(client.connection.getState()).toMatchObject({ status: 'offline', attempt: 1 });
    bff.append(text('b'));
    clock.advance(15_000);
    await settle();
    expect(client.connection.getState().attempt).toBeGreaterThan(1);
    bff.setDown(false);
    client.retryNow();
    await settle();
    clock.advance(50);
    expect(client.connection.getState().status).toBe('live');
    expect(store.getState().thread).toEqual(expected('t1'));
  });

  it('treats 40 s of silence as a dead connection', async () => {
    client.start();
    await settle();
    expect(bff.streams()).toBe(1);
    clock.advance(39_999);
    await settle();
    expect(client.connection.getState().status).toBe('live');
    clock.advance(1);
    expect(client.connection.getState().status).toBe('offline');
  });

  it('is offline at once when the network is gone, keeps retrying, and requests nothing when closed', async () => {
    client.networkLost();
    expect(client.connection.getState().status).toBe('idle');
    client.start();
    await settle();
    client.networkLost();
    expect(client.connection.getState()).toMatchObject({ status: 'offline', attempt: 1 });
    client.networkLost();
    expect(client.connection.getState().attempt).toBe(1);
    expect(bff.streams()).toBe(0);
    clock.advance(15_000);
    await settle();
    expect(client.connection.getState().status).toBe('live');
  });

  it('notifies of presence, and of drafts of other tabs but not its own', async () => {
    const received: unknown[] = [];
    const undo = client.onPresence((presence) => received.push(presence));
    client.onDraft((promptId) => received.push(promptId));
    client.onChanged((what) => received.push(what));
    client.start();
    await settle();
    const presence = { promptId: 'p', people: [] };
    bff.notify('presence', presence);
    bff.notify('draft', { promptId: 'mine', tab: client.tab });
    bff.notify('draft', { promptId: 'theirs', tab: 'other' });
    bff.notify('draft', { promptId: 'script', tab: null });
    bff.notify('changed', { what: 'policy' });
    await settle();
    undo();
    bff.notify('presence', presence);
    await settle();
    expect(received).toEqual([presence, 'theirs', 'script', 'policy']);
  });

  /** A client of one tab, and the requests that it has sent. */
  function speaking() {
    const requests: Request[] = [];
    const { api, tab } = createClient({
      baseUrl: 'http://bff.test',
      ports: {
        fetch: async (input, init) => {
          requests.push(new Request(input, init));
          return new Response(null, { status: 204 });
        },
        now: clock.now,
        schedule: clock.schedule,
        createId: () => 'this-tab',
        random: () => 0.5,
        storage: { get: () => null, set: () => {}, remove: () => {} },
      },
    });
    return { api, tab, requests };
  }

  it('sends its tab with requests that store or discard a draft, and with no others', async () => {
    const { api, tab, requests } = speaking();
    await api.saveDraft('p', { type: 'approve' });
    await api.deleteDraft('p');
    await api.releaseClaim('p');
    expect(tab).toBe('this-tab');
    expect(requests.map(({ method, headers }) => [method, headers.get('countersign-tab')])).toEqual(
      [
        ['PUT', 'this-tab'],
        ['DELETE', 'this-tab'],
        ['DELETE', null],
      ],
    );
  });

  it('says that it is gone with a request that outlives its page', async () => {
    const { api, tab, requests } = speaking();
    await api.reportPresence('p', { tab, mode: 'viewing' });
    await api.reportPresence('p', { tab, mode: 'gone' });
    expect(requests.map(({ keepalive }) => keepalive)).toEqual([false, true]);
  });

  it('reopens the stream when the network changed, without losing or duplicating anything', async () => {
    client.networkChanged();
    client.start();
    await settle();
    const { store } = client.openThread('t1');
    await settle();
    bff.append(text('before'));
    await settle();
    const opened = () => bff.requests().filter((request) => request.endsWith('/stream')).length;
    const before = opened();
    client.networkChanged();
    bff.append(text('after'));
    expect(client.connection.getState().status).toBe('live');
    await settle();
    clock.advance(50);
    expect(opened()).toBe(before + 1);
    expect(bff.streams()).toBe(1);
    expect(store.getState().thread).toEqual(expected('t1'));
    client.close();
    client.networkChanged();
    await settle();
    expect(opened()).toBe(before + 1);
  });

  it('reads lists once, after the stream is open, and again only what was read before', async () => {
    let resets = 0;
    client.onReset(() => {
      resets += 1;
    });
    client.start();
    await client.api.getSnapshot('t1');
    await settle();
    expect(resets).toBe(0);
    client.close();
    await client.api.getSnapshot('t1');
    client.start();
    await settle();
    expect(resets).toBe(1);
  });

  it('reloads everything when the server does not know its cursor', async () => {
    let resets = 0;
    client.start();
    const { store } = client.openThread('t1');
    await settle();
    client.onReset(() => {
      resets += 1;
    });
    bff.forgetCursors();
    bff.cut();
    bff.append(text('new'));
    await settle();
    clock.advance(1_000);
    await settle();
    expect(resets).toBe(1);
    expect(store.getState()).toMatchObject({ status: 'ready', thread: expected('t1') });
  });

  it('stops retrying without a session, until `retryNow`', async () => {
    bff.setSignedOut(true);
    client.start();
    await settle();
    clock.advance(600_000);
    await settle();
    expect(client.connection.getState().status).toBe('unauthorized');
    expect(bff.requests()).toEqual(['GET /api/stream']);
    bff.setSignedOut(false);
    client.retryNow();
    await settle();
    expect(client.connection.getState().status).toBe('live');
  });

  it('reopens once for threads opened together and shares a thread opened twice', async () => {
    client.start();
    await settle();
    const first = client.openThread('t1');
    const second = client.openThread('t1');
    const other = client.openThread('t2');
    await settle();
    expect(second.store).toBe(first.store);
    expect(bff.requests().filter((request) => request.endsWith('/stream'))).toHaveLength(2);
    for (const handle of [first, second, other]) handle.close();
    clock.advance(3_000);
    await settle();
    expect(bff.requests().filter((request) => request.endsWith('/stream'))).toHaveLength(3);
  });

  it('fetches what the stream omitted', async () => {
    client.start();
    const { store } = client.openThread('t1');
    await settle();
    bff.repeatBy(({ sequence }) => (sequence === 2 || sequence === 3 ? 0 : 2));
    for (const delta of ['1', '2', '3', '4']) bff.append(text(delta));
    await settle();
    clock.advance(50);
    expect(store.getState()).toMatchObject({ status: 'ready', gap: null, thread: expected('t1') });
  });

  it('shows a refused thread as an error and loads it on demand', async () => {
    bff.setSignedOut(true);
    const handle = client.openThread('t1');
    await settle();
    expect(handle.store.getState()).toMatchObject({ status: 'error', error: { status: 401 } });
    bff.setSignedOut(false);
    handle.retry();
    await settle();
    expect(handle.store.getState()).toMatchObject({ status: 'ready', error: null });
  });
});

describe('the outbox', () => {
  const answer = { feedback: { type: 'approve' as const }, digest: 'd' };
  const entries = () => client.outbox.store.getState().entries;

  it('records, with the idempotency key of its entry', async () => {
    const bodies: unknown[] = [];
    bff.answer(({ path, body }) => {
      bodies.push([path, body]);
      return Response.json({ decisionId: 'd1', state: 'recorded' }, { status: 201 });
    });
    const { id } = client.outbox.decide({ promptId: 't1~m', ...answer });
    expect(entries()[0]?.state).toBe('sending');
    await settle();
    expect(entries()[0]).toMatchObject({ state: 'recorded', result: { decisionId: 'd1' } });
    expect(bodies).toEqual([['/api/prompts/t1~m/decisions', { ...answer, idempotencyKey: id }]]);
    expect(stored.size).toBe(0);
  });

  it('sends that it answers despite the claim of another operator', async () => {
    const bodies: unknown[] = [];
    bff.answer(({ body }) => {
      bodies.push(body);
      return Response.json({ decisionId: 'd1', state: 'recorded' }, { status: 201 });
    });
    client.outbox.decide({ promptId: 't1~m', ...answer, despiteClaim: true });
    await settle();
    expect(bodies).toMatchObject([{ despiteClaim: true, feedback: { type: 'approve' } }]);
  });

  it('keeps a refusal as data, with the prompt as it is now', async () => {
    bff.answer(() => problemResponse('prompt-answered', 409, { prompt: { id: 't1~m' } }));
    client.outbox.decide({ promptId: 't1~m', ...answer });
    await settle();
    expect(entries()[0]).toMatchObject({ state: 'refused', problem: { prompt: { id: 't1~m' } } });
    clock.advance(600_000);
    await settle();
    expect(bff.requests()).toHaveLength(1);
    client.outbox.dismiss(entries()[0]?.id ?? '');
    expect(entries()).toEqual([]);
  });

  it('never retries automatically an answer to a prompt claimed by another operator', async () => {
    bff.answer(() => problemResponse('prompt-claimed', 409, { retryable: true }));
    client.outbox.decide({ promptId: 't1~m', ...answer });
    await settle();
    clock.advance(600_000);
    await settle();
    expect(entries()[0]).toMatchObject({ state: 'refused', problem: { retryable: true } });
    expect(bff.requests()).toHaveLength(1);
  });

  it('retries while the network is gone, across a reload, for the same operator only', async () => {
    const keys: unknown[] = [];
    bff.answer(({ path, body }) => {
      if (path === '/api/me') return Response.json({ id: me, name: me, role: 'operator' });
      keys.push(body);
      return Response.json({ messageId: 'x' }, { status: 202 });
    });
    let me = 'ada';
    await client.api.getMe();
    bff.setDown(true);
    const first = client.outbox.say({ taskId: 't1', content: 'one' });
    const second = client.outbox.say({ taskId: 't1', content: 'two' });
    await settle();
    clock.advance(20_000);
    await settle();
    expect(entries().map((entry) => entry.state)).toEqual(['waiting', 'sending']);
    client.close();

    bff.setDown(false);
    me = 'bob';
    client = newClient();
    await client.api.getMe();
    await settle();
    expect(entries()).toEqual([]);
    expect(keys).toEqual([]);
    client.close();

    me = 'ada';
    client = newClient();
    await client.api.getMe();
    await settle();
    expect(keys).toEqual([
      { content: 'one', idempotencyKey: first.id },
      { content: 'two', idempotencyKey: second.id },
    ]);
    expect(entries().map((entry) => entry.state)).toEqual(['recorded', 'recorded']);
  });

  it('does not make a stop wait for a pause', async () => {
    const actions: unknown[] = [];
    bff.answer(({ body }) => {
      actions.push(body);
      return problemResponse('not-ready', 503);
    });
    client.outbox.control({ taskId: 't1', action: 'pause' });
    client.outbox.control({ taskId: 't1', action: 'resume' });
    client.outbox.control({ taskId: 't1', action: 'stop', reason: 'wrong' });
    await settle();
    expect(actions).toMatchObject([{ action: 'pause' }, { action: 'stop', reason: 'wrong' }]);
  });

  it('waits for a sign-in when the session has expired', async () => {
    client.start();
    await settle();
    bff.setSignedOut(true);
    client.outbox.say({ taskId: 't1', content: 'hi' });
    await settle();
    expect(client.connection.getState().status).toBe('unauthorized');
    expect(entries()[0]?.state).toBe('waiting');
    bff.setSignedOut(false);
    bff.answer(({ path }) =>
      path === '/api/session' ? Response.json({ id: 'ada' }) : Response.json({}),
    );
    await client.api.createSession({ token: 't' });
    await settle();
    expect(entries()[0]?.state).toBe('recorded');
    expect(client.connection.getState().status).toBe('live');
  });
});
