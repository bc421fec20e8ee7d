import { startAsking } from '@countersign/bff/testing/asking';
import { expect, it } from 'vitest';
import { prune } from './prune-operation.ts';

const dayMs = 86_400_000;

it('removes old keys, sessions and settled deliveries, and nothing that is needed', async () => {
  const asking = await startAsking();
  const store = () => asking.harness.services.journal;
  const count = async (table: string) =>
    (await store().read.get<{ count: number }>(`SELECT COUNT(*) AS count FROM ${table}`))?.count;
  const forgotten = async () => {
    // More than one pass may be needed; with a clock that does not advance they do not run on their own.
    while (await store().commit(prune, null));
  };
  const old = await asking.ask({ messageId: 'old' });
  const { body } = await asking.decide(old);
  await asking.agent.feedback(0);
  await asking.harness.until(() => asking.changes('decision').includes('delivered'));
  const waiting = await asking.ask({ messageId: 'waiting' });
  const { auth } = asking.harness.services;
  const [admin] = await auth.operators();
  await auth.openSession(admin!, { via: 'link', browser: null });
  await forgotten();
  expect([await count('keys'), await count('sessions'), await count('outbox')]).toEqual([1, 1, 1]);

  await asking.restart(31 * dayMs);
  await asking.decide(waiting, { feedback: { type: 'reject' } });
  await forgotten();
  expect([await count('keys'), await count('sessions'), await count('outbox')]).toEqual([1, 0, 1]);
  const { decision } = await asking.prompt(old.id);
  expect(decision).toMatchObject({ id: body.decisionId, state: 'delivered' });
  expect((await asking.harness.request('GET', '/api/audit/verify')).body.ok).toBe(true);
  await asking.close();
});
