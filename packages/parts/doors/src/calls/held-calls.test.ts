import { randomUUID } from 'node:crypto';
import type { HoldCall } from '@countersign/api/agents/door';
import { type HttpAsking, startHttpAsking } from '@countersign/bff/testing/http-asking';
import { createManualClock } from '@countersign/bff/testing/manual-clock';
import { createDatabase, hasPostgres, startMs } from '@countersign/bff/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestOfCall } from './call-digest.ts';

const engines = ['sqlite', ...(hasPostgres ? ['postgres'] : [])];

/** A call as a hook posts it. */
function held(input: Record<string, unknown>, more: Partial<HoldCall> = {}): HoldCall {
  const call = {
    ...{ agent: 'claude' as const, session: 'session-1', folder: '/work/payments-api' },
    ...{ tool: 'Bash', input },
    ...more.call,
  };
  return {
    key: randomUUID(),
    digest: digestOfCall(call),
    place: { machine: 'laptop', branch: 'fix/rounding', version: '2.1.332' },
    ...{ files: [], expiresIn: 600, canEdit: true, asksReads: false },
    ...more,
    call,
  };
}

describe.each(engines)('held calls on %s', (engine) => {
  const clock = createManualClock();
  let asking: HttpAsking;
  let drop = async () => {};
  beforeAll(async () => {
    const database = engine === 'sqlite' ? null : await createDatabase();
    if (database !== null) drop = database.drop;
    asking = await startHttpAsking({
      clock,
      ...(database === null ? {} : { databaseUrl: database.url }),
    });
  }, startMs);
  afterAll(async () => {
    await asking.close();
    await drop();
  });
  const hold = (body: HoldCall) => asking.call('POST', '/api/door/calls', body);
  const look = (id: string) => asking.call('GET', `/api/door/calls/${id}`);
  const take = (id: string, { digest }: HoldCall, holder = 'one') =>
    asking.call('POST', `/api/door/calls/${id}/take`, { holder, digest });
  const answer = (id: string, feedback: object) =>
    asking.answer(id, { ...feedback }, { holdMs: 0 });
  const holdOpen = async (call: HoldCall) => {
    const { status, body } = await hold(call);
    expect([status, body['state']]).toEqual([201, 'open']);
    return String(body['id']);
  };

  it('hands a stored yes out once, and asks with the arguments first and the facts of the hook', async () => {
    const call = held({ description: 'harmless', command: 'rm -rf ../shared' });
    const id = await holdOpen(call);
    expect((await take(id, call)).status).toBe(410);
    const prompt = await asking.promptOf(id);
    expect(prompt).toMatchObject({
      ask: 'Run in payments-api: rm -rf ../shared',
      taskTitle: 'payments-api · fix/rounding · Claude Code',
      severity: 'major',
      message: { payload: call.call.input, upThought: { reasoning: ['harmless'] } },
    });
    expect(Object.keys(prompt.message.payload ?? {})).toEqual(['command', 'description']);
    expect(JSON.stringify(prompt.message.upPrompt)).toContain('fix/rounding');
    expect((await answer(id, { type: 'approve' })).status).toBe(201);
    await expect.poll(async () => (await look(id)).body['state']).toBe('allowed');
    const taken = { decision: 'allow', id, digest: call.digest, input: null };
    expect((await take(id, call)).body).toEqual(taken);
    expect((await take(id, call)).body).toEqual(taken);
    expect((await take(id, call, 'another')).status).toBe(410);
    expect((await take(id, held({ command: 'other' }))).status).toBe(410);
  });

  it('gives edited arguments back with a digest of their own, and notices other ones that ran', async () => {
    const call = held({ command: 'git push --force' });
    const id = await holdOpen(call);
    const input = { command: 'git push' };
    await answer(id, { type: 'edit', content: { value: input } });
    await expect.poll(async () => (await look(id)).body['state']).toBe('allowed');
    const { body } = await take(id, call);
    const digest = digestOfCall({ ...call.call, input });
    expect(body).toEqual({ decision: 'allow', id, digest, input });
    const report = (ran: string) =>
      asking.call('POST', '/api/door/results', { key: call.key, digest: ran, outcome: 'done' });
    expect((await report(call.digest)).body).toEqual({ isAsAllowed: false });
    const other = await asking.call('GET', `/api/questions/${id}`);
    expect(other.body['result']).toMatchObject({ outcome: 'failed' });
    expect((await report(digest)).body).toEqual({ isAsAllowed: true });
  });

  it('denies with the words of the person, and never by anything but a decision of a person or a rule', async () => {
    const call = held({ command: 'rm -rf build' });
    const id = await holdOpen(call);
    await answer(id, { type: 'reject', content: { reason: 'Keep it: three projects read it.' } });
    await expect.poll(async () => (await look(id)).body['state']).toBe('denied');
    expect((await look(id)).body).toMatchObject({
      reason: 'Administrator rejected this call: Keep it: three projects read it.',
      again: false,
    });
    expect((await take(id, call)).status).toBe(410);
    // The same key is asked about once.
    expect(await hold(call)).toMatchObject({ status: 200, body: { id, state: 'denied' } });
  });

  it('a call is the same one only with the same digest', async () => {
    const call = held({ command: 'make' });
    const wrong = { ...call, digest: `sha256:${'0'.repeat(64)}` };
    expect((await hold(wrong)).status).toBe(400);
    const id = await holdOpen(call);
    expect(await hold(call)).toMatchObject({ status: 200, body: { id } });
    const other = { ...held({ command: 'make install' }), key: call.key };
    expect((await hold(other)).status).toBe(409);
  });

  it('an answer after the deadline is void, and the same call is asked about again', async () => {
    const call = held({ command: 'make' }, { expiresIn: 60 });
    const id = await holdOpen(call);
    clock.advance(61_000);
    await expect.poll(async () => (await look(id)).body['state']).toBe('denied');
    expect((await look(id)).body).toMatchObject({ again: true });
    const again = await holdOpen(call);
    expect(again).not.toBe(id);
    await answer(again, { type: 'approve' });
    await expect.poll(async () => (await look(again)).body['state']).toBe('allowed');
    // Nobody has taken it in time.
    clock.advance(61_000);
    expect((await take(again, call)).status).toBe(410);
  });

  it('withdraws the call of a hook that does not return', async () => {
    const call = held({ command: 'sleep 1' });
    const id = await holdOpen(call);
    clock.advance(31_000);
    await expect.poll(async () => (await look(id)).body['state']).toBe('denied');
    expect((await asking.promptOf(id)).state).toBe('withdrawn');
    const asked = await holdOpen(held({ command: 'sleep 2' }));
    await asking.call('DELETE', `/api/door/calls/${asked}`);
    expect((await asking.promptOf(asked)).state).toBe('withdrawn');
  });

  it('lets reading in the folder through as a stored yes, and asks about all other reading', async () => {
    const reads = (path: string, inside: boolean, more: Partial<HoldCall> = {}) =>
      held(
        { file_path: path },
        {
          call: { ...held({}).call, tool: 'Read', input: { file_path: path } },
          files: [{ path, real: path, inside }],
          ...more,
        },
      );
    const inside = reads('/work/payments-api/a.ts', true);
    const { body } = await hold(inside);
    expect(body).toMatchObject({ state: 'allowed', url: null });
    expect((await take(String(body['id']), inside)).body).toMatchObject({ decision: 'allow' });
    for (const asked of [
      reads('/etc/passwd', false),
      reads('/work/payments-api/.env', true),
      reads('/work/payments-api/b.ts', true, { asksReads: true }),
    ]) {
      expect((await hold(asked)).body).toMatchObject({ state: 'open' });
    }
  });

  it('the calls of one session are one task', async () => {
    const [one, two] = await Promise.all([
      holdOpen(held({ command: 'first' })),
      holdOpen(held({ command: 'second' })),
    ]);
    const other = await holdOpen(
      held({}, { call: { ...held({}).call, session: 's2', input: { command: 'third' } } }),
    );
    const tasks = await Promise.all([one, two, other].map((id) => asking.promptOf(id)));
    const ids = tasks.map(({ taskId }) => taskId);
    expect([ids[0] === ids[1], ids[0] === ids[2]]).toEqual([true, false]);
  });
});
