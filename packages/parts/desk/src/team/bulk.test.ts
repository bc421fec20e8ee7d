import type { DecisionReceipt } from '@countersign/api/bulk';
import { createManualClock } from '@countersign/bff/testing/manual-clock';
import { type Crowd, startCrowd } from '@countersign/bff/testing/prompt-crowd';
import { afterEach, describe, expect, it } from 'vitest';

let crowd: Crowd;
afterEach(() => crowd?.close());
type Signed = { authorization: string };
type Row = { id: string; digest: string };
const items = (prompts: Row[]) => prompts.map(({ id, digest }) => ({ promptId: id, digest }));
const bulk = (prompts: Row[], by: Signed, more: object = {}) =>
  crowd.harness.request(
    'POST',
    '/api/decisions',
    {
      items: items(prompts),
      feedback: { type: 'approve' },
      idempotencyKey: 'bulk-of-today',
      ...more,
    },
    by,
  );
const receiptsOf = (answer: { body: { receipts: DecisionReceipt[] } }) => answer.body.receipts;
const ids = (count: number, prefix = 'p') =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);
const slugOf = (receipt: DecisionReceipt | undefined) =>
  receipt?.problem?.type.slice(receipt.problem.type.lastIndexOf('/') + 1);

describe('many answers at once', () => {
  it('are one answer to each, with its own target and one delivery', async () => {
    crowd = await startCrowd();
    const { ann } = await crowd.join(['ann']);
    const prompts = await crowd.ask(ids(200));
    const answer = await bulk(prompts, ann);
    expect(answer.status).toBe(200);
    const receipts = receiptsOf(answer);
    expect(receipts.map((receipt) => receipt.promptId)).toEqual(prompts.map(({ id }) => id));
    for (const [index, receipt] of receipts.entries()) {
      expect(receipt).toMatchObject({ result: 'done', prompt: null, problem: null });
      expect(receipt.decision).toMatchObject({
        by: { id: 'ann' },
        feedback: { type: 'approve', target: { messageId: `p${index}` } },
      });
    }
    await crowd.agent.feedback(199);
    const keys = crowd.agent.feedbacks.map((feedback) => feedback.key);
    expect(new Set(keys)).toEqual(new Set(receipts.map((receipt) => receipt.decision?.id)));
    expect(keys).toHaveLength(200);
  }, 60_000);

  it('leave out prompts that changed, closed, are held or do not fit, with the reason of each', async () => {
    crowd = await startCrowd();
    const { ann, bob } = await crowd.join(['ann', 'bob']);
    const [open, revised, answered, held] = await crowd.ask(['a', 'b', 'c', 'd']);
    const [narrow] = await crowd.ask(['e'], { allowedFeedback: ['reject'] });
    crowd.run.send({
      type: 'CUSTOM',
      name: 'upformat.message',
      value: { ...revised!.message, payload: { budget: 99 } },
    });
    await crowd.harness.until(async () => (await crowd.prompt(revised!.id)).revision > 1);
    await bulk([answered!], bob, { idempotencyKey: 'first-of-bob' });
    const claim = `/api/prompts/${encodeURIComponent(held!.id)}/claim`;
    await crowd.harness.request('POST', claim, {}, bob);
    const missing = { id: 'missing', digest: 'x' };
    const answer = await bulk([open!, revised!, answered!, held!, narrow!, missing], ann);
    const receipts = receiptsOf(answer);
    expect(receipts.map((receipt) => [receipt.result, slugOf(receipt)])).toEqual([
      ['done', undefined],
      ['changed', 'prompt-changed'],
      ['skipped', 'prompt-answered'],
      ['skipped', 'prompt-claimed'],
      ['skipped', 'invalid-feedback'],
      ['skipped', 'not-found'],
    ]);
    expect(receipts[1]?.prompt?.message.payload).toEqual({ budget: 99 });
    expect(receipts[2]?.prompt?.decision?.by.id).toBe('bob');
    expect(receipts[3]?.problem).toMatchObject({ claim: { operator: 'bob' } });
    expect(receipts[4]?.problem?.errors?.length).toBeGreaterThan(0);
    expect(receipts[5]?.prompt).toBeNull();
    expect((await crowd.prompt(revised!.id)).state).toBe('open');
  });

  it('can be an edit for each, checked separately, and never both or none', async () => {
    crowd = await startCrowd();
    const { ann } = await crowd.join(['ann']);
    const schema = {
      type: 'object',
      required: ['city'],
      properties: { city: { type: 'string', maxLength: 20 } },
    };
    const prompts = await crowd.ask(ids(3), { payload: {}, upContext: { schema } });
    const edited = (cities: (string | undefined)[]) =>
      prompts.map(({ id, digest }, index) => ({
        promptId: id,
        digest,
        ...(cities[index] === undefined
          ? {}
          : { feedback: { type: 'edit', content: { value: { city: cities[index] } } } }),
      }));
    const send = (more: object) =>
      crowd.harness.request(
        'POST',
        '/api/decisions',
        { idempotencyKey: 'edits-of-today', ...more },
        ann,
      );
    const cities = ['Leipzig', '莱比锡', 'x'.repeat(30)];
    for (const wrong of [
      { items: edited(['Leipzig', undefined, 'Bonn']) },
      { items: edited(cities), feedback: { type: 'approve' } },
      { items: items(prompts), feedback: { type: 'edit', content: { value: {} } } },
    ]) {
      expect((await send(wrong)).status).toBe(400);
    }
    const receipts = receiptsOf(await send({ items: edited(cities) }));
    expect(receipts.map((receipt) => [receipt.result, slugOf(receipt)])).toEqual([
      ['done', undefined],
      ['done', undefined],
      ['skipped', 'invalid-feedback'],
    ]);
    expect(receipts[1]?.decision?.feedback).toMatchObject({
      target: { messageId: 'p1' },
      content: { value: { city: '莱比锡' } },
    });
  });

  it('change no prompt that was not shown, even if it is similar', async () => {
    crowd = await startCrowd();
    const { ann } = await crowd.join(['ann']);
    const shown = await crowd.ask(ids(30), { payload: { same: true } });
    const answering = bulk(shown, ann);
    const later = await crowd.ask(ids(5, 'later'), { payload: { same: true } });
    expect(receiptsOf(await answering).every((receipt) => receipt.result === 'done')).toBe(true);
    for (const prompt of later) expect((await crowd.prompt(prompt.id)).state).toBe('open');
  });

  it('called again give the same receipts, and record no further decisions', async () => {
    crowd = await startCrowd();
    const { ann, bob } = await crowd.join(['ann', 'bob']);
    const prompts = await crowd.ask(ids(10));
    const claim = `/api/prompts/${encodeURIComponent(prompts[3]!.id)}/claim`;
    await crowd.harness.request('POST', claim, {}, bob);
    const verdicts = (answer: Awaited<ReturnType<typeof bulk>>) =>
      receiptsOf(answer).map((receipt) => [receipt.promptId, receipt.result, receipt.decision?.id]);
    // A double click: both at once, then once more when the obstacle is gone.
    const [first, twin] = await Promise.all([bulk(prompts, ann), bulk(prompts, ann)]);
    await crowd.harness.request('DELETE', claim, undefined, bob);
    const again = await bulk(prompts, ann);
    expect(verdicts(twin!)).toEqual(verdicts(first!));
    expect(verdicts(again)).toEqual(verdicts(first!));
    expect((await crowd.prompt(prompts[3]!.id)).state).toBe('open');
    const other = await bulk(prompts, ann, { feedback: { type: 'reject' } });
    expect(other.status).toBe(409);
    expect(other.body.type).toMatch(/idempotency-conflict$/);
    // The key is per operator: another operator’s call with the same key is another call.
    expect(receiptsOf(await bulk(prompts, bob))[3]?.result).toBe('done');
  });

  it('cut off half-way continue where they were', async () => {
    crowd = await startCrowd();
    const { ann } = await crowd.join(['ann']);
    const prompts = await crowd.ask(ids(4));
    // What is left by a call that died between two rows: a decision with the key of its row, and no receipts.
    const single = await crowd.harness.request(
      'POST',
      `/api/prompts/${encodeURIComponent(prompts[0]!.id)}/decisions`,
      {
        feedback: { type: 'approve', target: { messageId: 'p0' } },
        digest: prompts[0]!.digest,
        idempotencyKey: `bulk-of-today:${prompts[0]!.id}`,
      },
      ann,
    );
    const receipts = receiptsOf(await bulk(prompts, ann));
    expect(receipts.map((receipt) => receipt.result)).toEqual(['done', 'done', 'done', 'done']);
    expect(receipts[0]?.decision?.id).toBe(single.body.decisionId);
  });

  it('need the reason that the policy requires, row by row', async () => {
    crowd = await startCrowd({ policy: { reasonFor: ['reject'] } });
    const { ann } = await crowd.join(['ann']);
    const prompts = await crowd.ask(ids(2));
    const bare = receiptsOf(await bulk(prompts, ann, { feedback: { type: 'reject' } }));
    expect(bare.map(slugOf)).toEqual(['invalid-feedback', 'invalid-feedback']);
    const reasoned = await bulk(prompts, ann, {
      feedback: { type: 'reject', content: { reason: 'Over budget' } },
      idempotencyKey: 'with-a-reason',
    });
    expect(receiptsOf(reasoned).map((receipt) => receipt.result)).toEqual(['done', 'done']);
  });

  it('are refused completely if they contain a prompt twice, too many, or an answer for one content only', async () => {
    crowd = await startCrowd();
    const { ann } = await crowd.join(['ann']);
    const [prompt] = await crowd.ask(['p']);
    expect((await bulk([prompt!, prompt!], ann)).status).toBe(400);
    const many = ids(1_001).map((id) => ({ id, digest: 'x' }));
    expect((await bulk(many, ann)).status).toBe(400);
    expect((await bulk([], ann)).status).toBe(400);
    const edit = { type: 'edit', content: { value: {} } };
    expect((await bulk([prompt!], ann, { feedback: edit })).status).toBe(400);
    expect((await crowd.prompt(prompt!.id)).state).toBe('open');
  });
});

describe('the recall of many answers', () => {
  const key = { idempotencyKey: 'bulk-of-today' };
  const waiting = { awaitsReceipt: true };
  async function startHeld() {
    const clock = createManualClock();
    const policy = { recallMs: 5_000 };
    crowd = await startCrowd({ clock, idleMs: 1e12, rejoinMs: 1e12, policy });
    const { ann, bob } = await crowd.join(['ann', 'bob']);
    const pass = async (ms: number) => {
      await crowd.settle();
      clock.advance(ms);
      await crowd.settle();
    };
    const post = (what: 'shown' | 'recall', by: Signed) =>
      crowd.harness.request('POST', `/api/decisions/${what}`, key, by);
    return { clock, ann, bob, pass, post };
  }
  const states = async (prompts: Row[]) => [
    ...new Set(await Promise.all(prompts.map(async ({ id }) => (await crowd.prompt(id)).state))),
  ];

  it('has one time for all rows, which begins when the last is recorded', async () => {
    const { clock, ann } = await startHeld();
    const prompts = await crowd.ask(ids(45));
    const receipts = receiptsOf(await bulk(prompts, ann));
    const times = new Set(receipts.map(({ decision }) => decision?.releaseAt));
    expect([...times]).toEqual([clock.now() + 5_000]);
  });

  it('begins when the receipt is on screen, and all rows leave together', async () => {
    const { clock, ann, bob, pass, post } = await startHeld();
    const prompts = await crowd.ask(ids(3));
    await bulk(prompts, ann, waiting);
    await pass(30_000);
    expect(crowd.agent.feedbacks).toEqual([]);
    // Another operator has no such answer.
    expect((await post('shown', bob)).status).toBe(404);
    expect((await post('shown', ann)).body).toEqual({ releaseAt: clock.now() + 5_000 });
    expect((await crowd.prompt(prompts[2]!.id)).decision?.releaseAt).toBe(clock.now() + 5_000);
    await pass(4_999);
    expect(crowd.agent.feedbacks).toEqual([]);
    // Reported again it does not begin again.
    await post('shown', ann);
    await pass(1);
    await crowd.agent.feedback(2);
  });

  it('does not wait for ever for a browser that was closed', async () => {
    const { ann, pass } = await startHeld();
    await bulk(await crowd.ask(ids(3)), ann, waiting);
    for (let minute = 0; minute < 3; minute += 1) await pass(30_000);
    await crowd.agent.feedback(2);
  });

  it('takes back all that has not left, by one request', async () => {
    const { ann, bob, pass, post } = await startHeld();
    const prompts = await crowd.ask(ids(30));
    await bulk(prompts, ann, waiting);
    expect((await post('recall', bob)).body.receipts).toEqual([]);
    const receipts = receiptsOf(await post('recall', ann));
    expect(new Set(receipts.map(({ decision }) => decision?.state))).toEqual(new Set(['recalled']));
    expect(await states(prompts)).toEqual(['open']);
    await pass(300_000);
    expect(crowd.agent.feedbacks).toEqual([]);
  });

  it('asked for while it is recorded leaves every row open', async () => {
    const { ann, post } = await startHeld();
    const prompts = await crowd.ask(ids(200));
    const [answer] = await Promise.all([bulk(prompts, ann, waiting), post('recall', ann)]);
    const receipts = receiptsOf(answer);
    expect(receipts.at(-1)?.result).toBe('recalled');
    expect(
      receipts.every((row) => row.decision === null || row.decision.state === 'recalled'),
    ).toBe(true);
    expect(await states(prompts)).toEqual(['open']);
  });

  it('is possible for a thousand rows in one answer', async () => {
    const { ann, post } = await startHeld();
    const prompts = await crowd.ask(ids(1_000));
    const receipts = receiptsOf(await bulk(prompts, ann, waiting));
    expect(receipts.filter(({ result }) => result === 'done')).toHaveLength(1_000);
    await post('recall', ann);
    expect(await states(prompts)).toEqual(['open']);
  }, 120_000);
});
