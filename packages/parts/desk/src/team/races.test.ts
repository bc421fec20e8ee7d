import type { DecisionReceipt } from '@countersign/api/bulk';
import type { Prompt } from '@countersign/api/prompt';
import { type Crowd, startCrowd } from '@countersign/bff/testing/prompt-crowd';
import { afterEach, expect, it } from 'vitest';

let crowd: Crowd;
afterEach(() => crowd?.close());

const names = ['ann', 'bob', 'cid', 'dee'] as const;
const races = 100;

async function setUp() {
  crowd = await startCrowd();
  const url = await crowd.harness.listen();
  const people = await crowd.join(names);
  const prompts = await crowd.ask(Array.from({ length: races }, (_, index) => `p${index}`));
  const post = async (who: (typeof names)[number], path: string, body: object) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { ...people[who], 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  return { prompts, post };
}

const wordsOf = (who: string, prompt: Prompt) => ({
  type: 'instruction',
  target: { messageId: prompt.message.messageId },
  content: { text: `${who} on ${prompt.message.messageId}` },
});
const pathOf = (prompt: Prompt) => `/api/prompts/${encodeURIComponent(prompt.id)}/decisions`;

/** One recorded answer per prompt, and every one of them delivered to the agent exactly once. */
async function expectOneEffectEach(winners: Map<string, string>) {
  await crowd.harness.until(
    () =>
      crowd.harness
        .facts(crowd.taskId, 'countersign.decision')
        .filter((fact) => fact.change === 'delivered').length === races,
  );
  const recorded = crowd.harness
    .facts(crowd.taskId, 'countersign.decision')
    .filter((fact) => fact.change === 'recorded');
  expect(recorded).toHaveLength(races);
  const keys = crowd.agent.feedbacks.map((feedback) => feedback.key);
  expect(keys).toHaveLength(races);
  expect(new Set(keys)).toEqual(new Set(winners.values()));
  const answered = crowd.agent.feedbacks.map((feedback) => feedback.message.parentMessageId);
  expect(new Set(answered).size).toBe(races);
}

it('a hundred races of four operators have one winner each, and one effect each', async () => {
  const { prompts, post } = await setUp();
  const winners = new Map<string, string>();
  await Promise.all(
    prompts.map(async (prompt, race) => {
      // Each operator is first in some races: the first to be asked must not always win.
      const starters = names.map((_, index) => names[(index + race) % names.length]!);
      const answers = await Promise.all(
        starters.map(async (who) => ({
          who,
          ...(await post(who, pathOf(prompt), {
            feedback: wordsOf(who, prompt),
            digest: prompt.digest,
            idempotencyKey: `race-${race}-${who}`,
          })),
        })),
      );
      const won = answers.filter((answer) => answer.status === 201);
      expect(won).toHaveLength(1);
      const { who, body } = won[0]!;
      winners.set(prompt.id, body.decisionId);
      for (const lost of answers.filter((answer) => answer !== won[0])) {
        expect(lost.status).toBe(409);
        expect(lost.body).toMatchObject({
          type: expect.stringMatching(/prompt-answered$/),
          detail: `${who} answered it first.`,
          prompt: {
            decision: { id: body.decisionId, by: { id: who }, feedback: wordsOf(who, prompt) },
          },
        });
      }
    }),
  );
  expect(winners.size).toBe(races);
  await expectOneEffectEach(winners);
}, 60_000);

it('one operator who answers all of them at once races three who answer one by one: still one each', async () => {
  const { prompts, post } = await setUp();
  const [sweeper, ...others] = names;
  const sweep = post(sweeper, '/api/decisions', {
    items: prompts.map(({ id, digest }) => ({ promptId: id, digest })),
    feedback: { type: 'instruction', content: { text: 'all of them' } },
    idempotencyKey: 'sweep-of-the-inbox',
  });
  const singles = await Promise.all(
    prompts.flatMap((prompt, race) =>
      others.map(async (who) => ({
        promptId: prompt.id,
        ...(await post(who, pathOf(prompt), {
          feedback: wordsOf(who, prompt),
          digest: prompt.digest,
          idempotencyKey: `race-${race}-${who}`,
        })),
      })),
    ),
  );
  const swept = await sweep;
  expect(swept.status).toBe(200);
  const winners = new Map<string, string>();
  for (const receipt of swept.body.receipts as DecisionReceipt[]) {
    const answers = singles.filter((answer) => answer.promptId === receipt.promptId);
    const won = answers.filter((answer) => answer.status === 201);
    expect(won).toHaveLength(receipt.result === 'done' ? 0 : 1);
    const winner: string = receipt.decision?.id ?? won[0]?.body.decisionId;
    winners.set(receipt.promptId, winner);
    const reported = answers
      .filter((answer) => answer.status !== 201)
      .map((answer) => [answer.status, answer.body.prompt.decision.id]);
    expect(reported).toEqual(reported.map(() => [409, winner]));
    if (receipt.result !== 'done') {
      expect(receipt).toMatchObject({
        result: 'skipped',
        problem: { type: expect.stringMatching(/prompt-answered$/) },
        prompt: { decision: { id: winner } },
      });
    }
  }
  await expectOneEffectEach(winners);
}, 60_000);
