import type { PolicyLine } from '@countersign/api/policy/table';
import { type Asking, startAsking } from '@countersign/bff/testing/asking';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const minute = 60_000;
let asking: Asking;
let version: number;
beforeEach(async () => {
  asking = await startAsking();
  version = 0;
});
afterEach(() => asking.close());

type Line = Pick<PolicyLine, 'then'> & Partial<PolicyLine>;
async function put(...lines: Line[]): Promise<void> {
  const answer = await asking.harness.request('PUT', '/api/policy/table', {
    version,
    lines: lines.map((line, index) => ({
      id: `line-${index}`,
      name: `Line ${index}`,
      when: {},
      ...line,
    })),
  });
  expect(answer.status).toBe(200);
  version = answer.body.version;
}
async function hire(id: string, groups: string[] = []): Promise<string> {
  const operator = { id, name: id, role: 'operator', groups };
  return (await asking.harness.request('POST', '/api/operators', operator)).body.token;
}
const twoOfFinance = { do: 'ask' as const, group: 'finance', approvals: 2, exclude: [] };
const recorded = () => asking.changes('decision').filter((change) => change === 'recorded').length;
const vote = (id: string) => `/api/prompts/${encodeURIComponent(id)}/vote`;

describe('two of a group', () => {
  it('must say yes to the same; a repeated yes and one of another group do not count', async () => {
    await put({ then: twoOfFinance });
    const [mei, ivo, eve] = [
      await hire('mei', ['finance']),
      await hire('ivo', ['finance']),
      await hire('eve'),
    ];
    const prompt = await asking.ask();
    expect(prompt.demand).toMatchObject({ group: 'finance', approvals: 2 });
    expect((await asking.decide(prompt, {}, eve)).status).toBe(403);
    const first = await asking.decide(prompt, {}, mei);
    expect(first).toMatchObject({ status: 202, body: { state: 'voted', short: 1 } });
    expect((await asking.decide(prompt, {}, mei)).status).toBe(202);
    expect((await asking.prompt(prompt.id)).votes).toMatchObject([{ by: { id: 'mei' } }]);
    expect(recorded()).toBe(0);
    expect((await asking.decide(prompt, {}, ivo)).status).toBe(201);
    expect(recorded()).toBe(1);
  });

  it('start again when one edits; then both must say yes to the edited value', async () => {
    await put({ then: twoOfFinance });
    const [mei, ivo] = [await hire('mei', ['finance']), await hire('ivo', ['finance'])];
    const prompt = await asking.ask();
    const edit = { feedback: { type: 'edit', content: { value: { budget: 9 } } } };
    await asking.decide(prompt, {}, mei);
    expect((await asking.decide(prompt, edit, ivo)).status).toBe(202);
    expect((await asking.prompt(prompt.id)).votes.map(({ by }) => by.id)).toEqual(['ivo']);
    expect((await asking.decide(prompt, edit, mei)).status).toBe(201);
  });

  it('can take a yes back; one who says no decides', async () => {
    await put({ then: twoOfFinance });
    const [mei, ivo] = [await hire('mei', ['finance']), await hire('ivo', ['finance'])];
    const prompt = await asking.ask();
    await asking.decide(prompt, {}, mei);
    const answer = await asking.harness.request('DELETE', vote(prompt.id), undefined, {
      authorization: `Bearer ${mei}`,
    });
    expect(answer.body.votes).toEqual([]);
    expect((await asking.decide(prompt, {}, ivo)).status).toBe(202);
    expect((await asking.decide(prompt, { feedback: { type: 'reject' } }, mei)).status).toBe(201);
  });

  it('lose their yes when the agent asks otherwise, and nobody answers a default for them', async () => {
    await put({ then: twoOfFinance });
    const [mei, ivo] = [await hire('mei', ['finance']), await hire('ivo', ['finance'])];
    const before = await asking.ask();
    await asking.decide(before, {}, mei);
    const expiresAt = new Date(asking.clock.now() + minute).toISOString();
    asking.say({ payload: { budget: 99 }, expiresAt, defaultFeedback: { type: 'approve' } });
    await asking.harness.until(
      async () => (await asking.prompt(before.id)).revision > before.revision,
    );
    const prompt = await asking.prompt(before.id);
    expect((await asking.decide(prompt, {}, ivo)).status).toBe(202);
    await asking.pass(minute);
    expect((await asking.prompt(prompt.id)).state).toBe('expired');
    expect(recorded()).toBe(0);
  });
});

it('what is never allowed is rejected by itself, and no administrator approves it', async () => {
  await put({
    then: { do: 'never', because: 'Backups stay.' },
    when: { values: [{ path: '/budget', is: 'more-than', value: 5 }] },
  });
  const prompt = await asking.ask();
  await asking.harness.until(() => recorded() === 1);
  const { decision } = await asking.prompt(prompt.id);
  expect(decision).toMatchObject({
    by: { kind: 'rule', id: 'rule:policy-line-0' },
    feedback: { type: 'reject', content: { reason: 'Backups stay.' } },
  });
  await asking.post(`/api/decisions/${decision?.id}/recall`);
  const again = await asking.prompt(prompt.id);
  if (again.state === 'open') expect((await asking.decide(again)).status).toBe(403);
});

it('a line answers by itself, after a delay in which it can be stopped', async () => {
  const expiresAt = asking.clock.now() + 60 * minute;
  await put({ then: { do: 'answer', type: 'approve', delaySeconds: 30 }, expiresAt });
  const prompt = await asking.ask();
  await asking.harness.until(() => recorded() === 1);
  const { decision } = await asking.prompt(prompt.id);
  expect(decision?.releaseAt).toBe(asking.clock.now() + 30_000);
});

it('while everything that answers by itself is stopped, no line answers and a deadline passes without its default', async () => {
  const expiresAt = asking.clock.now() + 60 * minute;
  await put({ then: { do: 'answer', type: 'approve' }, when: { tool: 'other' }, expiresAt });
  await asking.harness.request('PUT', '/api/policy/table/stopped', { stopped: true });
  const deadline = new Date(asking.clock.now() + minute).toISOString();
  const prompt = await asking.ask({ expiresAt: deadline, defaultFeedback: { type: 'approve' } });
  await asking.pass(minute);
  expect(await asking.prompt(prompt.id)).toMatchObject({ state: 'open', expiresAt: null });
  expect((await asking.decide(prompt)).status).toBe(201);
});

it('a bypass skips the people of a line for its time, and nothing that is never allowed', async () => {
  await put({ then: twoOfFinance }, { then: { do: 'never' }, when: { tool: 'wipe' } });
  const bypass = (line: string) =>
    asking.post('/api/policy/table/bypasses', { line, minutes: 10, reason: 'Release' });
  expect((await bypass('line-1')).status).toBe(400);
  expect((await bypass('line-0')).body.bypasses).toHaveLength(1);
  await asking.ask();
  await asking.harness.until(() => recorded() === 1);
  await asking.pass(10 * minute);
  const later = await asking.ask({ messageId: 'p2' });
  await hire('mei', ['finance']);
  expect((await asking.decide(later)).status).toBe(403);
});

it('two administrators at once: the second one is shown the first change', async () => {
  await put({ then: twoOfFinance });
  const stale = await asking.harness.request('PUT', '/api/policy/table', { version: 0, lines: [] });
  expect(stale.status).toBe(409);
  expect(stale.body).toMatchObject({ policy: { version: 1 } });
  const { body } = await asking.harness.request('GET', '/api/policy/table/versions');
  expect(body.items).toMatchObject([{ version: 1, added: ['line-0'] }]);
});

it('a trial counts what would have been asked, and what people rejected of the rest', async () => {
  for (const [index, type] of ['approve', 'reject', 'approve'].entries()) {
    const prompt = await asking.ask({ messageId: `p${index}`, payload: { budget: index * 10 } });
    await asking.decide(prompt, { feedback: { type, content: { reason: 'As seen.' } } });
  }
  const expiresAt = asking.clock.now() + minute;
  const lines = [
    {
      ...{ id: 'small', name: 'Small', expiresAt, then: { do: 'answer', type: 'approve' } },
      when: { values: [{ path: '/budget', is: 'at-most', value: 10 }] },
    },
  ];
  const { body } = await asking.post('/api/policy/table/trial', { lines });
  expect(body).toMatchObject({
    ...{ tried: 3, askedNow: 3, askedThen: 1, spared: 2, sparedRejectedCount: 1 },
    sparedRejected: [{ reason: 'As seen.', by: 'Administrator' }],
    lines: [{ id: 'small', matched: 2, rejected: 1 }],
  });
});
