import { rmSync } from 'node:fs';
import { publishCounts } from '@countersign/part-desk/controls/control-operations';
import type { Clock } from '@countersign/server/runtime/clock';
import { expect, it } from 'vitest';
import { startAsking } from './testing/asking.ts';
import { describeAgent, startHarness } from './testing/harness.ts';

it('an answer that became due while no server was running is leased once', async () => {
  const asking = await startAsking({
    policy: { recallMs: 5_000 },
    // Never responds: leased during the whole start of the server.
    script: { feedbackStatus: () => 'hang' },
  });
  const answered = await asking.decide(await asking.ask());
  await asking.harness.close('keep-directory');
  const now = asking.clock.now() + 60_000;
  /** Runs due work at the first opportunity, during the start. */
  const eager: Clock = {
    now: () => now,
    monotonic: () => now,
    schedule(run, delayMs) {
      if (delayMs <= 0) queueMicrotask(run);
      return () => {};
    },
  };
  const harness = await startHarness({
    clock: eager,
    directory: asking.harness.directory,
    agents: [describeAgent(asking.agent)],
  });
  await asking.agent.feedback(0);
  await harness.services.journal.commit(publishCounts, null);
  const { services } = harness;
  const { attempts } = (await services.journal.read.get<{ attempts: number }>(
    'SELECT attempts FROM outbox WHERE id = ?',
    answered.body.decisionId,
  ))!;
  expect(attempts).toBe(1);
  expect(asking.agent.feedbacks).toHaveLength(1);
  await harness.close();
  await asking.agent.close();
  rmSync(asking.harness.directory, { recursive: true, force: true });
});
