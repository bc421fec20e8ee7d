import { givenPageSchema, memoryPageSchema } from '@countersign/api/knowledge-memory';
import type { Prompt } from '@countersign/api/prompt';
import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import { inLeipzig, request, startTestCrew } from '@countersign/crew/test-crew';
import { agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import type { UpFeedback } from '@countersign/upformat/message';
import { afterEach, beforeEach, expect, it } from 'vitest';

const base = '/api/knowledge';
let crew: Awaited<ReturnType<typeof startTestCrew>>;
let harness: Harness;
beforeEach(async () => {
  crew = await startTestCrew();
  harness = await startHarness({
    agents: crew.agents.map((agent) => agentDescriptorSchema.parse(agent)),
  });
});
afterEach(async () => {
  await harness.close();
  await crew.close();
});

const start = async (message: string) => (await harness.start('orchestrator', message)).taskId;

async function decide(prompt: Prompt, feedback: UpFeedback): Promise<void> {
  const path = `/api/prompts/${prompt.id}/decisions`;
  const body = { feedback, digest: prompt.digest, idempotencyKey: `key-of-${prompt.id}` };
  expect((await harness.request('POST', path, body)).status).toBe(201);
}

/** The next question whose ask has these words. */
const asked = (taskId: string, words: RegExp) =>
  harness.until(async () => {
    const prompt = await harness.untilPrompt(taskId, 'open');
    return words.test(prompt.ask) ? prompt : undefined;
  });

/** No candidate is invited, and the task ends. */
async function end(taskId: string): Promise<void> {
  await decide(await asked(taskId, /^Whom shall I invite/), { type: 'reject' });
  await harness.untilStatus(taskId, 'finished');
  await harness.services.learning.settle();
}

const corrections = async () =>
  memoryPageSchema.parse((await harness.request('GET', `${base}/memories?origin=correction`)).body)
    .items;
const figures = async () => (await harness.request('GET', `${base}/figures`)).body;
const where = /^Where should the/;
/** What the agents have thought aloud. */
const thoughtIn = (taskId: string) =>
  [...JSON.stringify(harness.events(taskId)).matchAll(/"content":"([^"]*)"/g)]
    .map(([, words]) => words)
    .join('');
const questionsOf = (taskId: string) =>
  harness
    .facts(taskId, 'countersign.prompt')
    .flatMap(({ change, prompt }) => (change === 'opened' ? [prompt as Prompt] : []));

it('asks once where the work is: after one approved correction it is not asked again, or comes filled in', async () => {
  const first = await start(request);
  const question = await asked(first, where);
  await decide(question, inLeipzig(question.message));
  await end(first);
  const taught = (await corrections()).find(({ name }) => where.test(name));
  expect(taught).toMatchObject({
    ...{ status: 'pending', agent: 'orchestrator' },
    correction: {
      changes: [
        { path: '/location/city', proposed: '', decided: 'Leipzig' },
        { path: '/location/postalCode', decided: '04109' },
      ],
    },
  });

  // Nobody has approved it: the question is asked as before.
  const second = await start(request);
  const again = await asked(second, where);
  expect(again.message.payload).toMatchObject({ location: { city: '' } });
  await decide(again, { type: 'reject' });
  await harness.untilStatus(second, 'finished');

  const review = { id: taught?.id, version: taught?.version, verdict: 'approve' };
  await harness.request('POST', `${base}/reviews`, { reviews: [review] });

  // The same question is not asked again, and the agent says where it has the answer from.
  const third = await start(request);
  await end(third);
  expect(questionsOf(third).filter(({ ask }) => where.test(ask))).toEqual([]);
  const said = thoughtIn(third);
  expect(said).toContain('A person answered this before: Leipzig, approved by Administrator');
  expect(said).toContain(`/knowledge/memories/${taught?.id}`);

  // About another role it is asked, with the answer filled in: the person only approves it.
  const fourth = await start(
    request.replace('React contractor for Payments UI', 'React developer'),
  );
  const filled = await asked(fourth, where);
  expect(filled.message.payload).toMatchObject({
    location: { country: 'DE', city: 'Leipzig', postalCode: '04109' },
  });
  expect(filled.message.upThought?.reasoning?.[0]).toContain('approved by Administrator');
  await decide(filled, { type: 'approve' });
  await end(fourth);

  const given = givenPageSchema.parse(
    (await harness.request('GET', `${base}/given?memory=${taught?.id}`)).body,
  ).items;
  const effects = given.map(({ taskId, memories }) => [
    taskId,
    memories.find(({ id }) => id === taught?.id)?.effect,
  ]);
  expect(effects).toEqual([
    [fourth, 'prefilled'],
    [third, 'not-asked'],
  ]);
  expect(await figures()).toMatchObject({ effects: { notAsked: 1, prefilled: 1, askedAgain: 0 } });
});

it('uses the whole of an approved correction, not only the place', async () => {
  const first = await start(request);
  const question = await asked(first, where);
  const value = {
    ...Object(question.message.payload),
    location: { country: 'DE', city: 'Leipzig', postalCode: '04109' },
    ...{ remote: 'hybrid-3', startDate: '2027-01-11' },
  };
  await decide(question, { type: 'edit', content: { value } });
  await end(first);
  const taught = (await corrections()).find(({ name }) => where.test(name));
  expect(taught?.correction?.changes.map(({ path }) => path).sort()).toEqual([
    '/location/city',
    '/location/postalCode',
    '/remote',
    '/startDate',
  ]);
  const review = { id: taught?.id, version: taught?.version, verdict: 'approve' };
  await harness.request('POST', `${base}/reviews`, { reviews: [review] });

  const second = await start(request);
  await end(second);
  expect(questionsOf(second).filter(({ ask }) => where.test(ask))).toEqual([]);
  const events = JSON.stringify(harness.events(second));
  for (const stated of ['Leipzig', '04109', 'hybrid-3', '2027-01-11']) {
    expect(events).toContain(`"${stated}"`);
  }
  expect(await figures()).toMatchObject({ effects: { notAsked: 1, prefilled: 0, askedAgain: 0 } });
});
