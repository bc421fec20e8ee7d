import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import { defaultPolicy } from '@countersign/desk/policy';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readPolicyVersion } from './policy.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness({ policy: 'default' });
});
afterEach(() => harness.close());

const quick = {
  ...defaultPolicy.classes,
  critical: { ...defaultPolicy.classes.critical, recallMs: 9_000 },
};

it('is the default until it is changed', async () => {
  const { status, body } = await harness.request('GET', '/api/policy');
  expect(status).toBe(200);
  expect(body).toEqual(defaultPolicy);
});

it('changes from the version it was read at; every version is kept and audited', async () => {
  const changed = await harness.request('PUT', '/api/policy', { version: 1, classes: quick });
  expect(changed.status).toBe(200);
  expect(changed.body).toMatchObject({ version: 2, updatedBy: 'admin', classes: quick });
  expect((await harness.request('GET', '/api/policy')).body).toEqual(changed.body);
  const { read } = harness.services.journal;
  expect((await readPolicyVersion(read, 1)).classes).toEqual(defaultPolicy.classes);
  expect(await readPolicyVersion(read, 2)).toEqual(changed.body);
  const { body: audit } = await harness.request('GET', '/api/audit');
  expect(audit.items[0]).toMatchObject({ action: 'policy', detail: { version: 2 } });
});

it('made from an older version is refused with the newer one', async () => {
  const puts = [1, 1, 1].map((version) =>
    harness.request('PUT', '/api/policy', { version, classes: quick }),
  );
  const answers = await Promise.all(puts);
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  const refused = answers.find((answer) => answer.status !== 200)!;
  expect(refused.status).toBe(409);
  expect(refused.body.type).toMatch(/policy-changed$/);
  expect(refused.body.policy.version).toBe(2);
});

it('cannot require what an answer has no field for, nor unreasonable times', async () => {
  const put = (change: object) =>
    harness.request('PUT', '/api/policy', {
      version: 1,
      classes: { ...quick, minor: { ...quick.minor, ...change } },
    });
  const refused = await put({ reasonFor: ['approve', 'rank'] });
  expect(refused.status).toBe(400);
  expect(refused.body.errors).toEqual([
    {
      path: '/classes/minor/reasonFor',
      message: 'Edits and rankings have no place for a reason.',
      statement: { code: 'request.no-reason' },
    },
  ]);
  expect((await put({ recallMs: 60_001 })).status).toBe(400);
  expect((await put({ steps: [{ to: 'group', afterMs: 0, group: 'a' }] })).status).toBe(400);
  expect((await put({ reasonFor: ['approve', 'comment'] })).status).toBe(200);
});

it('can be read by all operators and changed by administrators only', async () => {
  const { body } = await harness.request('POST', '/api/operators', {
    id: 'ann',
    name: 'Ann',
    role: 'operator',
  });
  const headers = { authorization: `Bearer ${body.token}` };
  expect((await harness.request('GET', '/api/policy', undefined, headers)).status).toBe(200);
  const put = { version: 1, classes: quick };
  expect((await harness.request('PUT', '/api/policy', put, headers)).status).toBe(403);
});
