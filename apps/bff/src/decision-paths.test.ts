import type { Prompt } from '@countersign/api/prompt';
import { decideOne } from '@countersign/part-desk/team/decide-one';
import { ProblemError } from '@countersign/server/http/problem';
import { readOperator } from '@countersign/server/store/people/operators';
import type { UpFeedback } from '@countersign/upformat/message';
import { afterEach, describe, expect, it } from 'vitest';
import { operations } from './operations.ts';
import { type Asking, startAsking } from './testing/asking.ts';

const minute = 60_000;
const approve: UpFeedback = { type: 'approve' };

let asking: Asking;
afterEach(() => asking?.close());

/** A decision that is submitted. */
interface Try {
  prompt: Pick<Prompt, 'id' | 'digest'>;
  /** Whose; the paths without a person ignore it. */
  token: string;
  id: string;
  feedback?: UpFeedback;
}
interface Path {
  /** The modules through which it reaches the one place where decisions are stored. */
  through: string;
  /** Operations of the store that it ends in. */
  operation: string;
  /** Not given: nobody decides on it. */
  submit?: (given: Try) => Promise<number>;
}

const paths: Record<string, Path> = {
  'the form, the outbox of a browser, and programs over HTTP': {
    through: 'desk/src/routes/prompts.ts',
    operation: 'decide',
    submit: async ({ prompt, token, feedback = approve }) =>
      (await asking.decide(prompt, { feedback }, token)).status,
  },
  'one answer to many': {
    through: 'desk/src/routes/decide-many.ts',
    operation: 'decide',
    async submit({ prompt, token, feedback = approve }) {
      const { id: promptId, digest } = prompt;
      const body = { items: [{ promptId, digest }], feedback, idempotencyKey: crypto.randomUUID() };
      const answer = await asking.post('/api/decisions', body, token);
      const receipt = answer.body.receipts?.[0];
      return receipt === undefined ? answer.status : (receipt.problem?.status ?? 201);
    },
  },
  'a caller of the gateway, in any protocol': {
    through: 'gateway/src/tasks/answer-of-caller.ts',
    operation: 'decide',
    async submit({ prompt, id, feedback = approve }) {
      const { services } = asking.harness;
      const caller = (await readOperator(services.journal.read, id)) ?? gone(id);
      const { digest } = prompt;
      const idempotencyKey = crypto.randomUUID();
      try {
        const body = { feedback, digest, idempotencyKey, isCaller: true };
        await decideOne(
          { ...services, createId: () => crypto.randomUUID() },
          caller,
          prompt.id,
          body,
        );
        return 201;
      } catch (error) {
        if (error instanceof ProblemError) return error.slug === 'not-entitled' ? 403 : 409;
        throw error;
      }
    },
  },
  'a rule': { through: 'desk/src/rules/answer-operation.ts', operation: 'answerByRule' },
  'a line of the policy': {
    through: 'desk/src/rules/answer-by-policy.ts',
    operation: 'answerByPolicy',
  },
  'the default at the deadline': {
    through: 'desk/src/decisions/deadlines/deadline.ts',
    operation: 'expire',
  },
  'the last step of the escalation': {
    through: 'desk/src/decisions/deadlines/escalate.ts',
    operation: 'escalate',
  },
};

const gone = (id: string) => ({ id, name: id, role: 'operator' as const, groups: [] });

describe('every path that can store a decision', () => {
  const sources = import.meta.glob<string>(
    [
      './**/*.ts',
      '../../../packages/{server,parts/*}/src/**/*.ts',
      '!**/*.{test,faults}.ts',
      '!./testing/**',
    ],
    { query: '?raw', import: 'default', eager: true },
  );
  const using = (word: string) =>
    Object.entries(sources)
      .filter(
        ([file, text]) => new RegExp(`\\b${word}[(,]`).test(text) && !file.includes('/testing/'),
      )
      .map(([file]) => file.replace('../../../packages/', '').replace('parts/', ''))
      .toSorted();

  it('goes through one place', () => {
    expect(using('insertDecision')).toEqual(['desk/src/decisions/record-decision.ts']);
    expect(using('recordDecision')).toEqual([
      'desk/src/decisions/record-decision.ts',
      'desk/src/decisions/store-decision.ts',
    ]);
  });

  it('is in this suite', () => {
    // Between the paths and the one place.
    const between = [
      'desk/src/decisions/decide-operation.ts',
      'desk/src/decisions/store-decision.ts',
      'desk/src/operations.ts',
      'desk/src/routes/bulk.ts',
      'desk/src/team/decide-one.ts',
    ];
    const reaching = [
      'storeDecision',
      'decide\\.run',
      'commit\\(decide',
      'decideOne',
      'decideMany',
    ].flatMap(using);
    const known = [...Object.values(paths).map(({ through }) => through), ...between];
    expect([...new Set(reaching)].toSorted().filter((file) => !known.includes(file))).toEqual([]);
    expect(Object.values(paths).filter(({ through }) => !reaching.includes(through))).toEqual([]);
    const names = operations.map(({ name }) => name);
    expect(Object.values(paths).filter(({ operation }) => !names.includes(operation))).toEqual([]);
  });
});

/** Each leaves a question that the one who tries may not decide. */
const attempts: Record<string, (id: string, token: string) => Promise<Try['prompt']>> = {
  async 'somebody outside of the group it was escalated to'() {
    await asking.harness.request('POST', '/api/operators', {
      ...{ id: 'lea', name: 'Lea', role: 'operator', groups: ['leads'] },
    });
    const prompt = await asking.ask();
    await asking.pass(minute);
    expect((await asking.prompt(prompt.id)).escalation?.group).toBe('leads');
    return prompt;
  },
  async 'somebody who was removed'(id) {
    const prompt = await asking.ask();
    await asking.harness.request('DELETE', `/api/operators/${id}`);
    return prompt;
  },
  async 'a viewer'(id) {
    const prompt = await asking.ask();
    await asking.harness.request('PATCH', `/api/operators/${id}`, { role: 'viewer' });
    return prompt;
  },
  async 'somebody who was shown something else'() {
    return { ...(await asking.ask()), digest: 'of what was shown' };
  },
  async 'somebody who comes after the deadline'() {
    const expiresAt = new Date(asking.clock.now() + 1_000).toISOString();
    const prompt = await asking.ask({ expiresAt });
    asking.clock.advance(1_000);
    return prompt;
  },
  async 'somebody who comes second'() {
    const prompt = await asking.ask();
    expect((await asking.decide(prompt)).status).toBe(201);
    return prompt;
  },
  async 'somebody who comes after the question was taken back'() {
    const prompt = await asking.ask();
    asking.say({ messageId: 'p1', state: 'submitted' });
    await asking.harness.until(async () => (await asking.prompt(prompt.id)).state === 'withdrawn');
    return prompt;
  },
};

const table = (then: object) =>
  asking.harness.request('PUT', '/api/policy/table', {
    version: 0,
    lines: [{ id: 'line', name: 'Line', when: {}, then }],
  });
Object.assign(attempts, {
  async 'somebody outside of the group of the policy'() {
    await table({ do: 'ask', group: 'finance' });
    await asking.harness.request('POST', '/api/operators', {
      ...{ id: 'fin', name: 'Fin', role: 'operator', groups: ['finance'] },
    });
    return asking.ask();
  },
  async 'somebody who is not named'() {
    await table({ do: 'ask', people: ['ann'] });
    return asking.ask();
  },
  async 'somebody who approves what is never allowed'() {
    // It cannot be rejected by itself, so it stays open.
    await table({ do: 'never' });
    return asking.ask({ upPrompt: { allowed: ['approve'] } });
  },
});

const steps = [{ to: 'group' as const, afterMs: minute, group: 'leads' }];
const submitting = Object.entries(paths).flatMap(([name, { submit }]) =>
  submit === undefined ? [] : [{ name, submit }],
);

for (const [attempt, prepare] of Object.entries(attempts)) {
  it.each(submitting)(`${attempt} decides nothing over $name`, async ({ submit }) => {
    asking = await startAsking({ policy: { steps } });
    const token = await asking.hire('eve');
    const prompt = await prepare('eve', token);
    const recorded = () =>
      asking.changes('decision').filter((change) => change === 'recorded').length;
    const before = recorded();
    expect(await submit({ prompt, token, id: 'eve' })).toBeGreaterThanOrEqual(400);
    expect(recorded()).toBe(before);
  });
}
