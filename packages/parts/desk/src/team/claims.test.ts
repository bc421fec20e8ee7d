import type { Claim } from '@countersign/api/prompt';
import { createManualClock, type ManualClock } from '@countersign/bff/testing/manual-clock';
import { type Crowd, startCrowd } from '@countersign/bff/testing/prompt-crowd';
import { upMessage } from '@countersign/bff/testing/scripted-agent';
import {
  askForLease,
  forceLease,
  keepLease,
  type LeaseStep,
  releaseLease,
  settleLease,
  takeLease,
} from '@countersign/desk/claim-lease';
import { runs } from '@countersign/testkit/deep';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';

let crowd: Crowd;
afterEach(() => crowd?.close());

type Signed = { authorization: string };
const pathOf = (id: string, rest = '') => `/api/prompts/${encodeURIComponent(id)}/claim${rest}`;
const claim = (id: string, by: Signed, takeOver?: 'ask' | 'force') =>
  crowd.harness.request('POST', pathOf(id), takeOver === undefined ? {} : { takeOver }, by);
const keep = (id: string, by: Signed) => crowd.harness.request('POST', pathOf(id, '/keep'), {}, by);
const release = (id: string, by: Signed) =>
  crowd.harness.request('DELETE', pathOf(id), undefined, by);
const changes = (promptId: string) =>
  crowd.harness
    .facts(crowd.taskId, 'countersign.claim')
    .filter((fact) => fact['promptId'] === promptId)
    .map((fact) => fact.change);
const audited = async () => {
  const { body } = await crowd.harness.request('GET', '/api/audit?limit=500');
  return body.items
    .filter((row: { action: string }) => row.action.startsWith('claim:'))
    .map((row: { operator: string; action: string }) => `${row.operator} ${row.action}`)
    .reverse();
};

async function setUp(clock: ManualClock = createManualClock()) {
  crowd = await startCrowd({ clock, script: { headers: { 'hai-resume': 'last-event-id' } } });
  const [prompt] = await crowd.ask(['p1']);
  const people = await crowd.join(['ann', 'bob', 'cid']);
  return { clock, prompt: prompt!, ...people };
}

describe('a claim', () => {
  it('granted by timeout belongs to the requester, even before the timer has run', async () => {
    const steady = createManualClock();
    let late = 0;
    const { prompt, ann, bob } = await setUp({
      ...steady,
      now: () => steady.now() + late,
      monotonic: () => steady.monotonic() + late,
    });
    await claim(prompt.id, ann);
    await claim(prompt.id, bob, 'ask');
    late = 30_000;
    const answer = { feedback: { type: 'approve' }, digest: prompt.digest };
    const decide = (by: Signed, idempotencyKey: string) =>
      crowd.harness.request(
        'POST',
        `/api/prompts/${encodeURIComponent(prompt.id)}/decisions`,
        { ...answer, idempotencyKey },
        by,
      );
    expect((await decide(ann, 'key-of-ann')).body.type).toMatch(/prompt-claimed$/);
    expect((await decide(bob, 'key-of-bob')).status).toBe(201);
  });

  it('has the lease time of the prompt’s class, is visible to all, and is renewed', async () => {
    const { clock, prompt, ann } = await setUp();
    const [critical] = await crowd.ask(['urgent'], { severity: 'critical' });
    const first = await claim(prompt.id, ann);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ operator: 'ann', until: clock.now() + 600_000 });
    expect((await crowd.prompt(prompt.id)).claim).toEqual(first.body);
    expect((await crowd.prompt(prompt.id)).seen).toMatchObject({ operator: 'ann' });
    clock.advance(300_000);
    const again = await claim(prompt.id, ann);
    expect(again.body).toMatchObject({ since: first.body.since, until: clock.now() + 600_000 });
    expect(changes(prompt.id)).toEqual(['claimed', 'renewed']);
    expect((await claim(critical!.id, ann)).body.until).toBe(clock.now() + 120_000);
    // Claims are audited; automatic renewals would bury them.
    expect(await audited()).toEqual(['ann claim:claimed', 'ann claim:claimed']);
  });

  it('of another operator refuses a claim and an answer, unless one answers despite it', async () => {
    const { prompt, ann, bob } = await setUp();
    await claim(prompt.id, ann);
    const second = await claim(prompt.id, bob);
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({
      type: expect.stringMatching(/prompt-claimed$/),
      detail: 'ann holds it.',
      claim: { operator: 'ann' },
    });
    const answer = { feedback: { type: 'approve' }, digest: prompt.digest };
    const decide = (body: object) =>
      crowd.harness.request(
        'POST',
        `/api/prompts/${encodeURIComponent(prompt.id)}/decisions`,
        { ...answer, idempotencyKey: 'answer-of-bob', ...body },
        bob,
      );
    const refused = await decide({});
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      type: expect.stringMatching(/prompt-claimed$/),
      claim: { operator: 'ann' },
      prompt: { id: prompt.id, state: 'open' },
    });
    expect(crowd.agent.feedbacks).toHaveLength(0);
    expect((await decide({ despiteClaim: true })).status).toBe(201);
    expect(await crowd.prompt(prompt.id)).toMatchObject({ state: 'answered', claim: null });
  });

  it('lets its holder answer, and ends with the answer', async () => {
    const { prompt, ann } = await setUp();
    await claim(prompt.id, ann);
    const path = `/api/prompts/${encodeURIComponent(prompt.id)}/decisions`;
    const body = {
      feedback: { type: 'approve' },
      digest: prompt.digest,
      idempotencyKey: 'answer-of-ann',
    };
    expect((await crowd.harness.request('POST', path, body, ann)).status).toBe(201);
    expect((await crowd.prompt(prompt.id)).claim).toBeNull();
    const late = await claim(prompt.id, ann);
    expect(late.status).toBe(409);
    expect(late.body.type).toMatch(/prompt-answered$/);
  });

  it('cannot be made by viewers, and forced by administrators only', async () => {
    const { prompt, ann, bob } = await setUp();
    const { vera } = await crowd.join(['vera'], 'viewer');
    expect((await claim(prompt.id, vera)).status).toBe(403);
    expect((await keep(prompt.id, vera)).status).toBe(403);
    expect((await release(prompt.id, vera)).status).toBe(403);
    await claim(prompt.id, ann);
    expect((await claim(prompt.id, bob, 'force')).status).toBe(403);
    const { root } = await crowd.join(['root'], 'admin');
    expect((await claim(prompt.id, root, 'force')).body).toMatchObject({ operator: 'root' });
    expect(changes(prompt.id)).toEqual(['claimed', 'taken-over']);
  });

  it('of an unknown prompt is not found', async () => {
    const { ann } = await setUp();
    expect((await claim('none', ann)).status).toBe(404);
    expect((await release('none', ann)).status).toBe(404);
  });

  it('ends by the server’s timer, once, and the prompt is free again', async () => {
    const { clock, prompt, ann, bob } = await setUp();
    await claim(prompt.id, ann);
    clock.advance(599_999);
    await crowd.settle();
    expect((await crowd.prompt(prompt.id)).claim).not.toBeNull();
    clock.advance(1);
    await crowd.settle();
    expect((await crowd.prompt(prompt.id)).claim).toBeNull();
    clock.advance(3_600_000);
    await crowd.settle();
    expect(changes(prompt.id)).toEqual(['claimed', 'expired']);
    expect(await audited()).toEqual(['ann claim:claimed', 'countersign claim:expired']);
    expect((await claim(prompt.id, bob)).status).toBe(200);
  });

  it('of a prompt that the agent withdraws ends with it, and no timer changes it again', async () => {
    const { clock, prompt, ann } = await setUp();
    await claim(prompt.id, ann);
    crowd.run.send(
      upMessage(crowd.taskId, { messageId: prompt.message.messageId, state: 'cancelled' }),
    );
    await crowd.harness.untilPrompt(crowd.taskId, 'withdrawn');
    expect((await crowd.prompt(prompt.id)).claim).toBeNull();
    clock.advance(3_600_000);
    await crowd.settle();
    expect(changes(prompt.id)).toEqual(['claimed']);
  });

  it('pauses the escalation of its prompt, and its end resumes it', async () => {
    const clock = createManualClock();
    crowd = await startCrowd({
      clock,
      policy: { steps: [{ to: 'group', afterMs: 60_000, group: 'night' }] },
    });
    const { ann } = await crowd.join(['ann']);
    const [prompt] = await crowd.ask(['p1']);
    expect((await crowd.prompt(prompt!.id)).escalation?.nextAt).toBe(clock.now() + 60_000);
    await claim(prompt!.id, ann);
    expect((await crowd.prompt(prompt!.id)).escalation?.nextAt).toBeNull();
    await release(prompt!.id, ann);
    expect((await crowd.prompt(prompt!.id)).escalation?.nextAt).toBe(clock.now() + 60_000);
  });
});

describe('a request to take over', () => {
  it('is granted by timeout, at the announced time', async () => {
    const { clock, prompt, ann, bob } = await setUp();
    await claim(prompt.id, ann);
    const asked = await claim(prompt.id, bob, 'ask');
    expect(asked.status).toBe(200);
    expect(asked.body).toMatchObject({
      operator: 'ann',
      takeOver: { operator: 'bob', grantedAt: clock.now() + 30_000 },
    });
    // A repeated request does not postpone it.
    expect((await claim(prompt.id, bob, 'ask')).body).toEqual(asked.body);
    clock.advance(29_999);
    await crowd.settle();
    expect((await crowd.prompt(prompt.id)).claim?.operator).toBe('ann');
    clock.advance(1);
    await crowd.settle();
    expect((await crowd.prompt(prompt.id)).claim).toMatchObject({
      operator: 'bob',
      until: clock.now() + 600_000,
      takeOver: null,
    });
    expect(changes(prompt.id)).toEqual(['claimed', 'take-over-asked', 'taken-over']);
    expect(await audited()).toEqual([
      'ann claim:claimed',
      'bob claim:take-over-asked',
      'countersign claim:taken-over',
    ]);
  });

  it('is declined by the holder, withdrawn by the requester, granted by a release', async () => {
    const { clock, prompt, ann, bob, cid } = await setUp();
    await claim(prompt.id, ann);
    await claim(prompt.id, bob, 'ask');
    const third = await claim(prompt.id, cid, 'ask');
    expect(third.status).toBe(409);
    expect(third.body.detail).toBe('ann holds it, and bob has already asked to take over.');
    expect((await keep(prompt.id, ann)).body).toMatchObject({ operator: 'ann', takeOver: null });
    clock.advance(60_000);
    await crowd.settle();
    expect((await crowd.prompt(prompt.id)).claim?.operator).toBe('ann');
    await claim(prompt.id, cid, 'ask');
    expect((await release(prompt.id, cid)).status).toBe(204);
    expect((await crowd.prompt(prompt.id)).claim).toMatchObject({
      operator: 'ann',
      takeOver: null,
    });
    await claim(prompt.id, bob, 'ask');
    expect((await release(prompt.id, ann)).status).toBe(204);
    expect((await crowd.prompt(prompt.id)).claim).toMatchObject({
      operator: 'bob',
      takeOver: null,
    });
    expect(changes(prompt.id)).toEqual([
      'claimed',
      'take-over-asked',
      'take-over-declined',
      'take-over-asked',
      'take-over-withdrawn',
      'take-over-asked',
      'taken-over',
    ]);
  });

  it('of a removed operator is not granted, and what they hold is free', async () => {
    const { clock, prompt, ann, bob } = await setUp();
    const [second] = await crowd.ask(['p2']);
    await claim(prompt.id, ann);
    await claim(prompt.id, bob, 'ask');
    await claim(second!.id, bob);
    await crowd.harness.request('DELETE', '/api/operators/bob');
    expect((await crowd.prompt(prompt.id)).claim).toMatchObject({
      operator: 'ann',
      takeOver: null,
    });
    expect((await crowd.prompt(second!.id)).claim).toBeNull();
    clock.advance(60_000);
    await crowd.settle();
    expect((await crowd.prompt(prompt.id)).claim?.operator).toBe('ann');
  });
});

it('survives a restart: what became due meanwhile happens once, at the start', async () => {
  const { clock, prompt, ann, bob } = await setUp();
  const [asked, free] = await crowd.ask(['p2', 'p3']);
  await claim(prompt.id, ann);
  await claim(asked!.id, ann);
  await claim(asked!.id, bob, 'ask');
  const lookAgain = async () => {
    clock.advance(0);
    await crowd.settle();
  };
  await crowd.restart(() => clock.advance(590_000));
  await lookAgain();
  expect((await claim(free!.id, ann)).status).toBe(200);
  expect(changes(asked!.id)).toEqual(['claimed', 'take-over-asked', 'taken-over']);
  expect(changes(prompt.id)).toEqual(['claimed']);
  clock.advance(10_000);
  await crowd.settle();
  expect(changes(prompt.id)).toEqual(['claimed', 'expired']);
  await crowd.restart(() => {});
  await lookAgain();
  expect(changes(asked!.id)).toEqual(['claimed', 'take-over-asked', 'taken-over']);
  expect(changes(prompt.id)).toEqual(['claimed', 'expired']);
});

it('raced by four has one holder, and the others get its name', async () => {
  crowd = await startCrowd();
  const people = await crowd.join(['ann', 'bob', 'cid', 'dee']);
  const prompts = await crowd.ask(Array.from({ length: 50 }, (_, index) => `p${index}`));
  await Promise.all(
    prompts.map(async (prompt) => {
      const answers = await Promise.all(Object.values(people).map((by) => claim(prompt.id, by)));
      const won = answers.filter((answer) => answer.status === 200);
      expect(won).toHaveLength(1);
      for (const lost of answers.filter((answer) => answer !== won[0])) {
        expect(lost.status).toBe(409);
        expect(lost.body.claim).toEqual(won[0]!.body);
      }
      expect(changes(prompt.id)).toEqual(['claimed']);
    }),
  );
});

it('over HTTP, SQLite and the timer is equal to the lease model, for any events', async () => {
  const clock = createManualClock();
  crowd = await startCrowd({ clock });
  const people = Object.values(await crowd.join(['w0', 'w1', 'w2'], 'admin'));
  const policy = { claimLeaseMs: 600_000, takeOverMs: 30_000 };
  let count = 0;
  const command = fc.record({
    who: fc.nat(2),
    how: fc.constantFrom(
      'take' as const,
      'ask' as const,
      'force' as const,
      'keep' as const,
      'release' as const,
    ),
    waitMs: fc.oneof(fc.constant(0), fc.nat(40_000), fc.nat(700_000)),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 15 }), async (sequence) => {
      const [prompt] = await crowd.ask([`q${count++}`]);
      const { id } = prompt!;
      const reported: string[] = [];
      let model: Claim | null = null;
      const apply = (step: LeaseStep | null) => {
        if (step === null) return;
        reported.push(step.change);
        model = step.claim;
      };
      for (const { who, how, waitMs } of sequence) {
        // Time advances in the model as for the timer: at exactly the times at which something is due.
        for (let end = clock.now() + waitMs; ; ) {
          const current: Claim | null = model;
          const due = current === null ? end : dueAt(current);
          clock.advance(Math.max(0, Math.min(due, end) - clock.now()));
          await crowd.settle();
          if (current !== null) apply(settleLease(current, { now: clock.now(), policy }));
          if (clock.now() >= end) break;
        }
        const me = { now: clock.now(), operator: `w${who}`, name: `w${who}`, policy };
        const by = people[who]!;
        if (how === 'release') {
          apply(releaseLease(model, me));
          await release(id, by);
        } else {
          const ways = { take: takeLease, ask: askForLease, force: forceLease, keep: keepLease };
          const expected = ways[how](model, me);
          if (expected.kind === 'held') apply(expected.step);
          const answer = await (how === 'keep'
            ? keep(id, by)
            : claim(id, by, how === 'take' ? undefined : how));
          expect(answer.status).toBe(expected.kind === 'held' ? 200 : 409);
        }
        expect((await crowd.prompt(id)).claim).toEqual(model);
        expect(changes(id)).toEqual(reported);
      }
    }),
    { numRuns: runs(15) },
  );
});

const dueAt = ({ until, takeOver }: Claim) => Math.min(until, takeOver?.grantedAt ?? until);
