import type { DecisionFact, PromptFact } from '@countersign/api/fact';
import type { Prompt } from '@countersign/api/prompt';
import { type Asking, startAsking } from '@countersign/bff/testing/asking';
import { canFollow } from '@countersign/desk/prompt-life';
import { depth, runs } from '@countersign/testkit/deep';
import fc from 'fast-check';
import { expect, it } from 'vitest';

/** Possible actions as plain data: a failing run can be read and repeated. */
type Step =
  | { do: 'answer' | 'recall' | 'extend' | 'wake' | 'claim' | 'release' | 'revise' | 'withdraw' }
  | { do: 'snooze' | 'pass' | 'restart'; ms: number };

const ms = fc.constantFrom(1, 999, 4_999, 5_000, 5_001, 20_000, 30_000, 60_000);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Step>({ do: 'answer' }) },
  { weight: 3, arbitrary: fc.constant<Step>({ do: 'recall' }) },
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'revise' }) },
  { weight: 2, arbitrary: fc.constantFrom<Step>({ do: 'extend' }, { do: 'claim' }) },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ do: 'wake' }, { do: 'release' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'withdraw' }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('snooze' as const), ms }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('pass' as const), ms }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const), ms }) },
);
/** The actions of one group are requested at the same time. */
const story = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), {
  minLength: 3,
  maxLength: 12,
});

const policy = {
  recallMs: 5_000,
  claimLeaseMs: 30_000,
  steps: [
    { to: 'group' as const, afterMs: 20_000, group: 'seniors' },
    { to: 'default' as const, afterMs: 30_000 },
  ],
};

/** Times at which the agent received each key, epoch ms of the test's clock. */
type Arrivals = { key: string; at: number }[];

async function perform(asking: Asking, promptId: string, what: Step): Promise<void> {
  const path = `/api/prompts/${encodeURIComponent(promptId)}`;
  const shown = await asking.prompt(promptId);
  switch (what.do) {
    case 'answer':
      return void (await asking.decide(shown, { despiteClaim: true }));
    case 'recall':
      if (shown.decision) await asking.post(`/api/decisions/${shown.decision.id}/recall`);
      return;
    case 'extend':
      return void (await asking.post(`${path}/extension`, { expiresAt: shown.expiresAt }));
    case 'wake':
      return void (await asking.harness.request('DELETE', `${path}/snooze`));
    case 'claim':
      return void (await asking.post(`${path}/claim`, {}));
    case 'release':
      return void (await asking.harness.request('DELETE', `${path}/claim`));
    case 'revise':
      return asking.say({ ...question(asking, shown), payload: { budget: asking.clock.now() } });
    case 'withdraw':
      return asking.say({ state: 'cancelled' });
    case 'snooze': {
      const until = asking.clock.now() + what.ms;
      return void (await asking.post(`${path}/snooze`, { until, reason: 'Later' }));
    }
    case 'pass':
      return asking.pass(what.ms);
    case 'restart':
      return asking.restart(what.ms);
  }
}

const question = (asking: Asking, shown?: Prompt) => ({
  expiresAt: shown?.message.expiresAt ?? new Date(asking.clock.now() + 90_000).toISOString(),
  extension: { seconds: 30, limit: 2 },
  defaultFeedback: { type: 'reject' },
});

it('keeps its guarantees in any order of events', { timeout: 180_000 * depth }, async () => {
  await fc.assert(
    fc.asyncProperty(story, async (groups) => {
      const arrivals: Arrivals = [];
      const asking: Asking = await startAsking({
        policy,
        script: {
          feedbackStatus: (index) => {
            queueMicrotask(() => {
              const key = asking.agent.feedbacks[index]?.key ?? '';
              arrivals.push({ key, at: asking.clock.now() });
            });
            return 200;
          },
        },
      });
      try {
        const { id } = await asking.ask(question(asking));
        for (const group of groups) {
          // A server that is closing answers no requests: a restart runs on its own.
          const alone = group.find((what) => what.do === 'restart');
          const together = alone === undefined ? group : [alone];
          await Promise.all(together.map((what) => perform(asking, id, what)));
        }
        await asking.pass(5_000);
        await untilDelivered(asking);
        await asking.pass(0);
        checkFacts(asking, id);
        checkArrivals(asking, arrivals);
        await checkNothingOverdue(asking);
      } finally {
        await asking.close();
      }
    }),
    { numRuns: runs(12), endOnFailure: true },
  );
});

const decisionFacts = (asking: Asking) =>
  asking.harness.facts<DecisionFact>(asking.taskId, 'countersign.decision');
const promptFacts = (asking: Asking, id: string) =>
  asking.harness
    .facts<PromptFact>(asking.taskId, 'countersign.prompt')
    .filter(({ prompt }) => prompt.id === id);

/** Every answer that is not recalled reaches the agent eventually. */
async function untilDelivered(asking: Asking): Promise<void> {
  await asking.harness.until(() => {
    const last = new Map(
      decisionFacts(asking).map(({ change, decision }) => [decision.id, change]),
    );
    return [...last.values()].every((change) => change !== 'recorded');
  });
}

function checkFacts(asking: Asking, id: string): void {
  let inForce = 0;
  for (const { change } of decisionFacts(asking)) {
    if (change === 'recorded') inForce += 1;
    if (change === 'recalled') inForce -= 1;
    expect([0, 1]).toContain(inForce);
  }
  let before: Prompt | null = null;
  for (const { change, prompt } of promptFacts(asking, id)) {
    const from = before?.state ?? 'open';
    const isLegal = from === prompt.state ? from === 'open' : canFollow(from, prompt.state);
    expect(isLegal, `${from} → ${change}`).toBe(true);
    if (change === 'woken') expect(before?.snooze).not.toBeNull();
    // One step at a time, never the same one twice.
    if (change === 'escalated') expect(prompt.escalation?.level).toBe(levelOf(before) + 1);
    if (change === 'extended')
      expect(prompt.extension?.left).toBe((before?.extension?.left ?? 0) - 1);
    expect(levelOf(prompt)).toBeGreaterThanOrEqual(levelOf(before));
    before = prompt;
  }
  expect(inForce).toBe(before?.state === 'answered' ? 1 : 0);
}

const levelOf = (prompt: Prompt | null) => prompt?.escalation?.level ?? 0;

function checkArrivals(asking: Asking, arrivals: Arrivals): void {
  const facts = decisionFacts(asking);
  const recalled = new Set(
    facts.filter(({ change }) => change === 'recalled').map(({ decision }) => decision.id),
  );
  for (const { key, at } of arrivals) {
    expect(recalled.has(key)).toBe(false);
    const decision = facts.find((fact) => fact.decision.id === key)?.decision;
    // An id without a decision belongs to the notice of an extended deadline.
    if (decision?.releaseAt != null) expect(at).toBeGreaterThanOrEqual(decision.releaseAt);
  }
  for (const { change, decision } of facts) {
    if (change === 'recorded' && !recalled.has(decision.id))
      expect(arrivals.map(({ key }) => key)).toContain(decision.id);
  }
}

async function checkNothingOverdue(asking: Asking): Promise<void> {
  const overdue = await asking.harness.services.journal.read.all<{ id: string }>(
    `SELECT id FROM prompts WHERE state = 'open' AND (expires <= ? OR wake_at <= ? OR escalate_at <= ?)`,
    asking.clock.now(),
    asking.clock.now(),
    asking.clock.now(),
  );
  expect(overdue).toEqual([]);
}
