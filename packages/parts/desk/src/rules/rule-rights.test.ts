import type { CreateRule } from '@countersign/api/rule';
import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import { createManualClock } from '@countersign/bff/testing/manual-clock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const dayMs = 86_400_000;
const clock = createManualClock();
let harness: Harness;
beforeEach(async () => {
  harness = await startHarness({ clock });
});
afterEach(() => harness.close());

const aRule = (more: Partial<CreateRule> = {}): CreateRule => ({
  name: 'Small budgets',
  expiresAt: clock.now() + 30 * dayMs,
  match: { agentId: 'demo', conditions: [{ path: '$.budget', is: 'at-most', value: 10 }] },
  feedback: { type: 'approve', content: { reason: 'Below the limit.' } },
  ...more,
});
const operator = async (id: string, role = 'operator') => {
  const { body } = await harness.request('POST', '/api/operators', { id, name: id, role });
  return { authorization: `Bearer ${body.token}` };
};

describe('rules', () => {
  it('viewers and operators read; administrators change', async () => {
    const { body: rule } = await harness.request('POST', '/api/rules', aRule());
    const ann = await operator('ann');
    const vic = await operator('vic', 'viewer');
    expect((await harness.request('GET', '/api/rules', undefined, vic)).status).toBe(200);
    const path = `/api/rules/${rule.id}`;
    const tries = [
      harness.request('POST', '/api/rules', aRule(), ann),
      harness.request('PUT', path, aRule(), ann),
      harness.request('DELETE', path, undefined, ann),
      harness.request('POST', `${path}/dry-run`, undefined, ann),
      harness.request('POST', `${path}/enabled`, { enabled: false, version: 1 }, ann),
      harness.request('PUT', '/api/rules/stopped', { stopped: true }, vic),
    ];
    for (const answer of await Promise.all(tries)) expect(answer.status).toBe(403);
    expect((await harness.request('DELETE', path)).status).toBe(204);
    expect((await harness.request('DELETE', path)).status).toBe(404);
  });

  it('refuses a rule without a near end, and invalid paths', async () => {
    for (const expiresAt of [clock.now(), clock.now() + 91 * dayMs]) {
      const answer = await harness.request('POST', '/api/rules', aRule({ expiresAt }));
      expect(answer.status).toBe(400);
      expect(answer.body.errors[0]?.path).toBe('/expiresAt');
    }
    const conditions = [{ path: '$[?evil(@)]', is: 'present' as const }];
    const match = { agentId: 'demo', conditions };
    const { status, body } = await harness.request('POST', '/api/rules', aRule({ match }));
    expect(status).toBe(400);
    expect(body.errors[0]?.path).toBe('/match/conditions/0/path');
  });
});
