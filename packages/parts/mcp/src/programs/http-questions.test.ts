import type { Prompt } from '@countersign/api/prompt';
import { adminToken, startHarness } from '@countersign/bff/testing/harness';
import { type HttpAsking, startHttpAsking } from '@countersign/bff/testing/http-asking';
import { createManualClock } from '@countersign/bff/testing/manual-clock';
import { createDatabase, hasPostgres, startMs } from '@countersign/bff/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const refund = {
  ask: 'Refund 30 EUR to Ada?\nOrder B7',
  payload: { amount: 30, to: 'Ada' },
  schema: {
    type: 'object',
    properties: { amount: { type: 'number', maximum: 50 }, to: { type: 'string' } },
    required: ['amount'],
  },
  severity: 'major',
  confidence: 0.7,
  explanation: 'The parcel was lost.',
  reasoning: ['It was sent on Monday.'],
  links: [{ title: 'Order B7', url: 'https://shop.example/orders/B7' }],
};

const engines = ['sqlite', ...(hasPostgres ? ['postgres'] : [])];

describe.each(engines)('questions over HTTP on %s', (engine) => {
  const clock = createManualClock();
  let asking: HttpAsking;
  let drop = async () => {};
  let databaseUrl = '';
  beforeAll(async () => {
    const database = engine === 'sqlite' ? null : await createDatabase();
    if (database !== null) {
      drop = database.drop;
      databaseUrl = database.url;
    }
    asking = await startHttpAsking({
      clock,
      ...(database === null ? {} : { databaseUrl: database.url }),
    });
  }, startMs);
  afterAll(async () => {
    await asking.close();
    await drop();
  });
  const get = async (id: string, wait = 0) =>
    (await asking.call('GET', `/api/questions/${id}?wait=${wait}`)).body;

  it('asks with everything that was posted, waits, and returns the answer of a person', async () => {
    const asked = await asking.call('POST', '/api/questions', { ...refund, task: 'Refund B7' });
    expect(asked).toMatchObject({ status: 201, body: { status: 'open' } });
    const id = String(asked.body['id']);
    const prompt = await asking.promptOf(id);
    expect(asked.body['url']).toMatch(new RegExp(`/inbox/${encodeURIComponent(prompt.id)}$`));
    expect(prompt).toMatchObject({
      ask: 'Refund 30 EUR to Ada?',
      agentName: 'Shop',
      taskTitle: 'Refund B7',
      severity: 'major',
      message: {
        payload: refund.payload,
        upThought: { confidence: 0.7, reasoning: refund.reasoning },
        upPrompt: { links: refund.links, allowed: ['approve', 'edit', 'reject'] },
      },
    });
    expect(prompt.message.explanation).toContain('The parcel was lost.');
    const waiting = get(id, 50);
    const value = { amount: 25, to: 'Ada' };
    await asking.answer(id, { type: 'edit', content: { value } });
    const at = new Date(clock.now()).toISOString();
    const receipt = expect.objectContaining({ kid: expect.any(String) });
    const outcome = { type: 'edit', value, by: 'Administrator', how: 'operator', at, receipt };
    expect(await waiting).toEqual({ ...asked.body, status: 'answered', outcome });
    expect(await get(id)).toMatchObject({ status: 'answered', outcome });
    expect((await asking.promptOf(id)).decision?.state).toBe('acknowledged');
  });

  it('groups questions by the name of their task, and gives the others one each', async () => {
    const [first, second, alone] = [
      await asking.ask({ ask: 'One?', task: 'Release 2' }),
      await asking.ask({ ask: 'Two?', task: 'Release 2' }),
      await asking.ask({ ask: 'Three?' }),
    ];
    const tasks = await Promise.all([first, second, alone].map((id) => asking.promptOf(id)));
    expect(tasks[0]?.taskId).toBe(tasks[1]?.taskId);
    expect(tasks[2]).toMatchObject({ taskTitle: 'Three?' });
    expect(tasks[2]?.taskId).not.toBe(tasks[0]?.taskId);
  });

  it.each([
    ['approve', { ask: 'Deploy?' }, { type: 'approve' }, {}],
    [
      'a text',
      { ask: 'Deploy?' },
      { type: 'reject', content: { reason: 'Friday' } },
      { reason: 'Friday' },
    ],
    [
      'the proposal',
      { ask: 'Which?', payload: ['a', 'b'] },
      { type: 'approve' },
      { value: ['a', 'b'] },
    ],
    [
      'one value',
      { ask: 'How many?', schema: { type: 'integer' } },
      { type: 'edit', content: { value: { answer: 3 } } },
      { value: 3 },
    ],
  ])('returns %s', async (_name, question, feedback, expected) => {
    const id = await asking.ask(question);
    expect((await asking.answer(id, feedback)).status).toBe(201);
    const { outcome } = await get(id, 50);
    expect(outcome).toMatchObject({ type: feedback.type, ...expected });
    expect(Object.keys(outcome as object).toSorted()).toEqual(
      ['at', 'by', 'how', 'receipt', 'type', ...Object.keys(expected)].toSorted(),
    );
  });

  it('says of each of several questions that they were answered at once', async () => {
    const ids = [await asking.ask({ ask: 'Pay 1?' }), await asking.ask({ ask: 'Pay 2?' })];
    const prompts = await Promise.all(ids.map(asking.promptOf));
    const bulk = (of: readonly Prompt[], idempotencyKey: string) =>
      asking.server.request('POST', '/api/decisions', {
        items: of.map(({ id, digest }) => ({ promptId: id, digest })),
        feedback: { type: 'approve' },
        idempotencyKey,
      });
    expect((await bulk(prompts, 'two-at-once')).status).toBe(200);
    for (const id of ids) {
      const { outcome } = await get(id, 50);
      expect(outcome).toMatchObject({ type: 'approve', how: 'bulk', by: 'Administrator' });
    }
    const audit = await asking.server.request('GET', '/api/audit?limit=10');
    expect(JSON.stringify(audit.body)).toContain('"inBulk":true');
    const alone = await asking.ask({ ask: 'Pay 3?' });
    await bulk([await asking.promptOf(alone)], 'one-alone');
    expect((await get(alone, 50))?.['outcome']).toMatchObject({ how: 'operator' });
  });

  it('asks one question for a hundred requests with one key', async () => {
    const replies = await Promise.all(
      Array.from({ length: 100 }, () =>
        asking.call('POST', '/api/questions', { ask: 'Once?', task: 'Keys' }, { key: 'once' }),
      ),
    );
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(replies.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
    const { taskId } = await asking.promptOf(String(replies[0]?.body['id']));
    const { body } = await asking.server.request('GET', `/api/prompts?task=${taskId}`);
    expect(body.items).toHaveLength(1);
  });

  it.runIf(engine === 'postgres')('asks it once at two servers, and waits at either', async () => {
    const { directory } = asking.server;
    const second = await startHarness({ databaseUrl, directory });
    const other = await second.listen();
    const headers = {
      authorization: `Bearer ${asking.program.token}`,
      'content-type': 'application/json',
      'idempotency-key': 'two-servers',
    };
    const body = JSON.stringify({ ask: 'Once at two?' });
    const post = async (origin: string) => {
      const reply = await fetch(`${origin}/api/questions`, { method: 'POST', headers, body });
      return String(((await reply.json()) as { id: string }).id);
    };
    const origins = Array.from({ length: 100 }, (_, at) => (at % 2 ? other : asking.origin()));
    const ids = new Set(await Promise.all(origins.map(post)));
    expect(ids.size).toBe(1);
    const [id = ''] = ids;
    const waiting = fetch(`${other}/api/questions/${id}?wait=50`, { headers });
    await asking.answer(id, { type: 'approve' });
    expect(await (await waiting).json()).toMatchObject({ status: 'answered' });
    await second.close('keep-directory');
  });

  it('refuses another question under a key, and points at what differs', async () => {
    const key = 'refund-B7';
    await asking.call('POST', '/api/questions', refund, { key });
    const other = { ...refund, payload: { amount: 31, to: 'Ada' } };
    const { status, body } = await asking.call('POST', '/api/questions', other, { key });
    expect([status, body['errors']]).toEqual([
      409,
      [expect.objectContaining({ path: '/payload' })],
    ]);
    expect(body['type']).toMatch(/idempotency-conflict$/);
    expect(await asking.call('POST', '/api/questions', refund, { key })).toMatchObject({
      status: 200,
    });
    expect(await asking.call('POST', '/api/questions', refund, { key: 'x y' })).toMatchObject({
      status: 400,
    });
  });

  it.each<[string, object, number, string]>([
    ['a member that is not known', { ask: 'Deploy?', schemaa: {} }, 400, '/schemaa'],
    [
      'one within a link',
      { ask: 'Deploy?', links: [{ title: 'A', url: 'https://a.example', x: 1 }] },
      400,
      '/links/0/x',
    ],
    ['no question', { payload: 1 }, 400, '/ask'],
    [
      'an address that is none of the web',
      { ask: 'D?', links: [{ title: 'A', url: 'javascript:1' }] },
      400,
      '/links/0/url',
    ],
    ['a payload that does not fit', { ...refund, payload: { amount: 51 } }, 422, '/payload/amount'],
    [
      'a bare payload that does not fit',
      { ask: 'D?', payload: 'x', schema: { type: 'integer' } },
      422,
      '/payload',
    ],
    ['a schema that is none', { ask: 'D?', schema: { type: 7 } }, 422, '/schema/type'],
    ['a deadline that is too near', { ask: 'D?', expiresIn: 1 }, 422, '/expiresIn'],
    [
      'a default that only a person can give',
      { ask: 'D?', expiresIn: 60, default: 'edit' },
      422,
      '/default',
    ],
    [
      'a default that is not allowed',
      { ask: 'D?', expiresIn: 60, allowed: ['approve'], default: 'reject' },
      422,
      '/default',
    ],
    ['a default without a deadline', { ask: 'D?', default: 'reject' }, 422, '/default'],
    [
      'the approval of nothing',
      {
        ask: 'D?',
        schema: { type: 'string' },
        expiresIn: 60,
        default: 'approve',
        allowed: ['approve', 'edit'],
      },
      422,
      '/default',
    ],
    [
      'a callback that is not called',
      { ask: 'D?', callback: { url: 'http://169.254.1.1/' } },
      422,
      '/callback/url',
    ],
  ])('refuses %s with its pointer', async (_name, question, status, path) => {
    const reply = await asking.call('POST', '/api/questions', question);
    expect([reply.status, reply.body['errors']]).toEqual([
      status,
      [expect.objectContaining({ path })],
    ]);
  });

  // The clock of several servers cannot be moved by hand; deadlines and held answers have their own tests there.
  const withClock = it.runIf(engine === 'sqlite');

  withClock('applies the default at the deadline, or expires', async () => {
    const falls = await asking.ask({ ask: 'Deploy?', expiresIn: 60, default: 'reject' });
    const lapses = await asking.ask({ ask: 'Deploy?', expiresIn: 60 });
    clock.advance(61_000);
    const [first, second] = await Promise.all([get(falls, 50), get(lapses, 50)]);
    expect(first).toMatchObject({
      status: 'answered',
      outcome: { type: 'reject', how: 'default' },
    });
    expect(first?.['outcome']).not.toHaveProperty('by');
    expect(second).toMatchObject({ status: 'expired' });
    expect(second).not.toHaveProperty('outcome');
  });

  it('keeps every digit of a number, there and back', async () => {
    const headers = {
      authorization: `Bearer ${asking.program.token}`,
      'content-type': 'application/json',
    };
    const written = '{"amount":12345678901234567890.10}';
    const body = `{"ask":"Pay?","payload":${written}}`;
    const path = `${asking.origin()}/api/questions`;
    const posted = await fetch(path, { method: 'POST', headers, body });
    const { id } = (await posted.json()) as { id: string };
    await asking.call('PATCH', `/api/questions/${id}`, { ask: 'Pay it?' });
    await asking.answer(id, { type: 'approve' });
    const answered = await fetch(`${path}/${id}?wait=50`, { headers });
    expect(await answered.text()).toContain(`"value":${written}`);
  });

  it('withdraws a question once; an answered one stays answered', async () => {
    const id = await asking.ask({ ask: 'Deploy?' });
    const gone = {
      status: 200,
      body: { status: 'withdrawn', reason: expect.stringMatching(/withdrawn/) },
    };
    expect(await asking.call('DELETE', `/api/questions/${id}`)).toMatchObject(gone);
    expect(await asking.call('DELETE', `/api/questions/${id}`)).toMatchObject(gone);
    expect((await asking.answer(id, { type: 'approve' })).status).toBe(410);
    const done = await asking.ask({ ask: 'Deploy?' });
    await asking.answer(done, { type: 'approve' });
    await get(done, 50);
    const kept = await asking.call('DELETE', `/api/questions/${done}`);
    expect(kept).toMatchObject({ status: 200, body: { status: 'answered' } });
  });

  it('revises what is asked, keeps the deadline, and refuses an answer to the earlier version', async () => {
    const id = await asking.ask({ ...refund, expiresIn: 600 });
    const before = await asking.promptOf(id);
    clock.advance(1_000);
    const change = { payload: { amount: 20, to: 'Ada' }, explanation: null };
    const { status } = await asking.call('PATCH', `/api/questions/${id}`, change);
    expect(status).toBe(200);
    const after = await asking.promptOf(id);
    expect(after).toMatchObject({ revision: 2, expiresAt: before.expiresAt, ask: before.ask });
    expect(after.message.payload).toEqual(change.payload);
    expect(after.message.explanation).not.toContain('lost');
    const late = { digest: before.digest };
    expect((await asking.answer(id, { type: 'approve' }, late)).status).toBe(412);
    const worse = await asking.call('PATCH', `/api/questions/${id}`, { payload: { amount: 99 } });
    expect(worse).toMatchObject({ status: 422, body: { errors: [{ path: '/payload/amount' }] } });
    await asking.answer(id, { type: 'approve' });
    const { outcome } = await get(id, 50);
    expect(outcome).toMatchObject({ type: 'approve', value: change.payload });
    expect((await asking.call('PATCH', `/api/questions/${id}`, change)).status).toBe(410);
  });

  it('keeps what became of an answer, once, and shows it in the task', async () => {
    const id = await asking.ask({ ask: 'Deploy?', task: 'Result' });
    const report = (body: object) => asking.call('POST', `/api/questions/${id}/result`, body);
    expect((await report({ outcome: 'done' })).status).toBe(409);
    await asking.answer(id, { type: 'approve' });
    await get(id, 50);
    const done = { outcome: 'done', note: 'Version 2.4 runs.' };
    for (const _ of [1, 2]) expect((await report(done)).body['result']).toMatchObject(done);
    const { taskId } = await asking.promptOf(id);
    const headers = { authorization: `Bearer ${adminToken}` };
    const exported = await fetch(`${asking.origin()}/api/tasks/${taskId}/export`, { headers });
    // As the message of the program, and in the fact about the decision.
    expect((await exported.text()).split('Version 2.4 runs.')).toHaveLength(3);
    expect((await report({ outcome: 'reversed' })).body['result']).toMatchObject({
      outcome: 'reversed',
    });
  });

  withClock('gives an answer at once if the program or who answers wants that', async () => {
    const { body: policy } = await asking.server.request('GET', '/api/policy');
    const classes = Object.fromEntries(
      Object.entries(policy.classes).map(([name, one]) => [name, { ...one, recallMs: 5_000 }]),
    );
    const put = { classes, version: policy.version };
    expect((await asking.server.request('PUT', '/api/policy', put)).status).toBe(200);
    const held = await asking.ask({ ask: 'Held?' });
    await asking.answer(held, { type: 'approve' });
    expect(await get(held)).toMatchObject({ status: 'open' });
    const direct = await asking.ask({ ask: 'Direct?' });
    await asking.answer(direct, { type: 'approve' }, { holdMs: 0 });
    expect(await get(direct, 50)).toMatchObject({ status: 'answered' });
    const own = await asking.ask({ ask: 'Own?', holdMs: 0 });
    await asking.answer(own, { type: 'approve' });
    expect(await get(own, 50)).toMatchObject({ status: 'answered' });
    clock.advance(6_000);
    expect(await get(held, 50)).toMatchObject({ status: 'answered' });
  });

  it('knows nothing of the questions of others, and nothing after it was revoked', async () => {
    const id = await asking.ask({ ask: 'Mine?' });
    // A misspelt member must not make a token that is good for something else.
    const unknown = { name: 'Bo', kind: 'http' };
    const refused = await asking.server.request('POST', '/api/programs', unknown);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      400,
      expect.stringContaining('kind'),
    ]);
    const bo = { name: 'Bo', via: 'http' };
    const { body } = await asking.server.request('POST', '/api/programs', bo);
    const { token } = body;
    expect(token).toMatch(/^cs_ask_/);
    for (const method of ['GET', 'DELETE']) {
      expect((await asking.call(method, `/api/questions/${id}`, undefined, { token })).status).toBe(
        404,
      );
    }
    const mcp = await fetch(`${asking.origin()}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(mcp.status).toBe(401);
    expect((await asking.server.request('DELETE', `/api/programs/${body.id}`)).status).toBe(204);
    expect((await asking.call('POST', '/api/questions', { ask: 'D?' }, { token })).status).toBe(
      401,
    );
  });
});
