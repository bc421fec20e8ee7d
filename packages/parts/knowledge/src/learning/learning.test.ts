import { join } from 'node:path';
import {
  givenPageSchema,
  knowledgeFiguresSchema,
  memoryDetailSchema,
  memoryPageSchema,
  reviewedCorrectionsSchema,
} from '@countersign/api/knowledge-memory';
import type { Prompt } from '@countersign/api/prompt';
import { describeAgent, type Harness, startHarness } from '@countersign/bff/testing/harness';
import { createManualClock } from '@countersign/bff/testing/manual-clock';
import {
  type AgentRun,
  type ScriptedAgent,
  startScriptedAgent,
  upMessage,
} from '@countersign/bff/testing/scripted-agent';
import { recalledIn } from '@countersign/hai/recalled';
import { prune } from '@countersign/server/journal/prune-operation';
import { openDatabase } from '@countersign/server/store/sqlite/database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { maxMemories, maxOfAgent } from '../memories/knowledge.ts';

const base = '/api/knowledge';
const dayMs = 86_400_000;
const secret = 'sesame-4711-open';
let agent: ScriptedAgent;
let harness: Harness;
beforeEach(async () => {
  agent = await startScriptedAgent();
  harness = await startHarness({
    agents: [describeAgent(agent)],
    report: (what, error) => {
      throw new Error(what, { cause: error });
    },
  });
});
afterEach(async () => {
  await harness.close();
  await agent.close();
});

const schema = {
  type: 'object',
  properties: { city: { type: 'string' }, password: { type: 'string', format: 'password' } },
};
const settle = () => harness.services.learning.settle();
const memories = async (query = '') =>
  memoryPageSchema.parse((await harness.request('GET', `${base}/memories${query}`)).body).items;
const corrections = () => memories('?origin=correction');
const figures = async () =>
  knowledgeFiguresSchema.parse((await harness.request('GET', `${base}/figures`)).body);
const given = async (query = '') =>
  givenPageSchema.parse((await harness.request('GET', `${base}/given${query}`)).body).items;

async function begin(text: string, index: number): Promise<{ taskId: string; run: AgentRun }> {
  const { taskId, runId } = await harness.start('demo', text);
  const run = await agent.run(index);
  run.send({ type: 'RUN_STARTED', threadId: taskId, runId });
  return { taskId, run };
}

/** The question where the work is. */
async function ask({ taskId, run }: { taskId: string; run: AgentRun }, city = ''): Promise<Prompt> {
  const messageId = `where-${taskId}`;
  run.send(
    upMessage(taskId, {
      ...{ messageId, state: 'needsHumanDecision', payload: { city } },
      upContext: { schema },
      upPrompt: { ask: 'Where does the React contractor work?' },
    }),
  );
  return harness.untilPrompt(taskId, 'open');
}

async function decide(prompt: Prompt, feedback: object): Promise<void> {
  const path = `/api/prompts/${prompt.id}/decisions`;
  const key = `key-of-${prompt.id}`;
  const body = { feedback, digest: prompt.digest, idempotencyKey: key };
  expect((await harness.request('POST', path, body)).status).toBe(201);
  await harness.until(async () => {
    const { decision } = (await harness.request('GET', `/api/prompts/${prompt.id}`)).body;
    return decision?.state === 'delivered' || decision?.state === 'acknowledged';
  });
}

async function end({ taskId, run }: { taskId: string; run: AgentRun }): Promise<void> {
  run.send({ type: 'RUN_FINISHED', threadId: taskId, runId: run.input.runId });
  run.end();
  await harness.untilStatus(taskId, 'finished');
  await settle();
}

/** A task in which a person fills in a city and a password. */
async function teach(index = 0) {
  const task = await begin('Hire a React contractor', index);
  task.run.send({ type: 'STEP_STARTED', stepName: 'Read the request' });
  task.run.send({ type: 'STEP_FINISHED', stepName: 'Read the request' });
  task.run.send({ type: 'TOOL_CALL_START', toolCallId: 't1', toolCallName: 'search' });
  task.run.send({ type: 'TOOL_CALL_ARGS', toolCallId: 't1', delta: `{"key":"${secret}"}` });
  task.run.send({ type: 'TOOL_CALL_END', toolCallId: 't1' });
  // Without a result it would be a question to people.
  task.run.send({ type: 'TOOL_CALL_RESULT', toolCallId: 't1', content: { found: secret } });
  const prompt = await ask(task);
  const value = { city: 'Leipzig', password: secret };
  await decide(prompt, { type: 'edit', content: { value } });
  await end(task);
  return { ...task, prompt };
}

const approve = async () => {
  const [correction] = await corrections();
  const review = { id: correction?.id, version: correction?.version, verdict: 'approve' };
  const { body } = await harness.request('POST', `${base}/reviews`, { reviews: [review] });
  return reviewedCorrectionsSchema.parse(body).results;
};

/** An agent says what it has learnt. */
const experienceOf = (taskId: string, concept_name: string) =>
  upMessage(taskId, {
    ...{ messageId: `done-${taskId}`, state: 'completed' },
    payload: { experience: [{ memory_type: 'semantic', content: { concept_name } }] },
  });

const confirmAll = async () => {
  const reviews = (await memories())
    .filter(({ status, reviewedBy }) => status === 'active' && reviewedBy === null)
    .map(({ id, version }) => ({ id, version, verdict: 'approve' }));
  expect((await harness.request('POST', `${base}/reviews`, { reviews })).status).toBe(200);
};

const smallRefunds = () => ({
  ...{ name: 'Small refunds', expiresAt: Date.now() + 86_400_000 },
  match: { agentId: 'demo', conditions: [{ path: '$.amount', is: 'at-most', value: 50 }] },
  feedback: { type: 'approve' },
});

describe('work', () => {
  it('becomes an event and a procedure by itself, and an answer a correction that waits', async () => {
    const { taskId, prompt } = await teach();
    const [event, workflow] = [...(await memories('?origin=work'))].sort((a, b) =>
      a.type < b.type ? -1 : 1,
    );
    expect(event).toMatchObject({ type: 'episodic', agent: 'demo', layer: 'personal' });
    const { body } = await harness.request('GET', `${base}/memories/${workflow?.id}`);
    expect(memoryDetailSchema.parse(body).content).toMatchObject({
      ...{ workflow_name: 'Hire a React contractor', result_status: 'success' },
      steps: [
        { name: 'Read the request' },
        { name: 'search', details: { tool: 'search' } },
        { name: 'Where does the React contractor work?', description: 'asked a person: edit' },
      ],
    });
    expect(await corrections()).toMatchObject([
      {
        ...{ status: 'pending', name: 'Where does the React contractor work?' },
        correction: {
          ...{ taskId, promptId: prompt.id, choice: 'filled', by: 'admin' },
          changes: [{ path: '/city', proposed: '', decided: 'Leipzig' }],
        },
      },
    ]);
    expect((await figures()).waiting.corrections).toBe(1);
  });

  it('leaves no secret in any memory', async () => {
    await teach();
    for (const { id } of await memories()) {
      const { body } = await harness.request('GET', `${base}/memories/${id}`);
      expect(JSON.stringify(body)).not.toContain(secret);
    }
  });

  it('is learnt from once, also after a restart', async () => {
    await teach();
    const before = (await memories()).map(({ id, version }) => [id, version]);
    await harness.services.learning.recover();
    await settle();
    expect((await memories()).map(({ id, version }) => [id, version])).toEqual(before);
    // Removed by a person, it does not come back.
    const [correction] = await corrections();
    await harness.request('DELETE', `${base}/memories/${correction?.id}`);
    await harness.services.learning.recover();
    await settle();
    expect(await corrections()).toEqual([]);
  });

  it('is taken up at a start if the last server did not come to it', async () => {
    const task = await begin('Paint a wall', 0);
    task.run.send(experienceOf(task.taskId, 'Paint dries in an hour'));
    task.run.send({ type: 'RUN_FINISHED', threadId: task.taskId, runId: task.run.input.runId });
    task.run.end();
    await harness.untilStatus(task.taskId, 'finished');
    expect(await memories()).toEqual([]);
    const { directory } = harness;
    await harness.close('keep-directory');
    harness = await startHarness({ directory, agents: [describeAgent(agent)] });
    await settle();
    expect(await memories()).toMatchObject([{ name: 'Paint dries in an hour' }]);
  });

  it('is learnt from later if there is no room, and that is reported', async () => {
    const reported: unknown[] = [];
    await harness.close();
    harness = await startHarness({
      agents: [describeAgent(agent)],
      report: (what, error, about) => void reported.push([what, String(error), about]),
    });
    const { all } = await harness.services.knowledge.held();
    Object.defineProperty(all, 'size', { value: maxMemories, configurable: true });
    const { taskId } = await teach();
    expect((await harness.request('POST', '/api/rules', smallRefunds())).status).toBe(201);
    expect(await memories()).toEqual([]);
    expect(reported).toContainEqual([
      'Nothing was learnt from a rule.',
      expect.anything(),
      undefined,
    ]);
    expect(reported).toContainEqual([
      'Nothing was learnt from a task.',
      expect.stringContaining('as many memories as this server allows'),
      { taskId },
    ]);
    Reflect.deleteProperty(all, 'size');
    await harness.services.learning.recover();
    await settle();
    expect(await memories('?origin=work')).toHaveLength(2);
    expect(await corrections()).toHaveLength(1);
  });

  it('one agent fills no more than its share, which is reported before; people and others go on', async () => {
    const reported: string[] = [];
    await harness.close();
    harness = await startHarness({
      agents: [describeAgent(agent)],
      report: (what, error) => void reported.push(`${what} ${String(error)}`),
    });
    await teach();
    const { all } = await harness.services.knowledge.held();
    if (!(all instanceof Map)) throw new Error('They are not held in a map.');
    const [known] = [...all.values()].filter(({ origin }) => origin.kind === 'work');
    if (known === undefined) throw new Error('Nothing was learnt.');
    const fill = (count: number, of: string) => {
      for (let index = 0; index < count; index += 1) {
        const id = `${of}-${index}`;
        all.set(id, { ...known, id, agent: of });
      }
    };
    fill(Math.ceil(0.95 * maxOfAgent), known.agent ?? '');
    await teach(1);
    expect(reported.join()).toMatch(/has 95 % of its share/);
    fill(maxOfAgent, known.agent ?? '');
    const before = all.size;
    await teach(2);
    expect(reported.join()).toMatch(/has its share of 62500 memories/);
    expect(all.size).toBe(before);
    const note = { type: 'semantic', content: { concept_name: 'By a person', properties: {} } };
    expect((await harness.request('POST', `${base}/memories`, note)).status).toBe(201);
  });

  it('teaches nothing while it is switched off', async () => {
    const settings = { version: 0, isOn: true, limit: 8, learns: false, agents: [] };
    await harness.request('PUT', `${base}/settings`, settings);
    await teach();
    expect(await memories()).toEqual([]);
  });

  it('a rule of a person is a correction too', async () => {
    expect((await harness.request('POST', '/api/rules', smallRefunds())).status).toBe(201);
    expect(await corrections()).toMatchObject([
      {
        ...{ name: 'Small refunds', agent: 'demo', status: 'pending' },
        correction: { words: 'Answered by a rule with approve when $.amount at-most 50.' },
      },
    ]);
  });
});

describe('a run', () => {
  const recalledBy = (run: AgentRun) => recalledIn(run.input.context)?.memories ?? [];
  const isCorrection = ({ correction }: { correction?: unknown }) => correction !== undefined;

  it('is given a correction once a person has approved it, with the reason, and it is listed', async () => {
    await teach();
    const before = await begin('Hire a React contractor in a hurry', 1);
    expect(recalledBy(before.run).filter(isCorrection)).toEqual([]);
    await end(before);
    expect(await approve()).toMatchObject([{ outcome: 'done' }]);
    expect(await approve()).toMatchObject([{ outcome: 'changed' }]);
    const task = await begin('Hire a React contractor, again', 2);
    const [first] = recalledBy(task.run);
    expect(first).toMatchObject({
      ...{ title: 'Where does the React contractor work?', approvedBy: 'Administrator' },
      correction: { changes: [{ path: '/city', decided: 'Leipzig' }] },
    });
    expect(first?.why).toMatch(/of what the query says/);
    const listed = await given(`?memory=${first?.id}`);
    expect(listed).toMatchObject([{ taskId: task.taskId, agentId: 'demo' }]);
    expect(listed[0]?.memories[0]).toMatchObject({
      id: first?.id,
      isCorrection: true,
      effect: null,
    });
    expect(listed[0]?.memories[0]?.whyStatement.code).toBe('memory.found-alike');
    expect(await given('?agent=nobody')).toEqual([]);
  });

  it('shows whether the question was asked again, came with the answer, or was not asked', async () => {
    await teach();
    await approve();
    const again = await begin('Hire a React contractor 2', 1);
    await decide(await ask(again), { type: 'approve' });
    await end(again);
    const filled = await begin('Hire a React contractor 3', 2);
    await decide(await ask(filled, 'Leipzig'), { type: 'approve' });
    await end(filled);
    await end(await begin('Hire a React contractor 4', 3));
    const { effects, taught, runs } = await figures();
    expect(effects).toEqual({ notAsked: 1, prefilled: 1, askedAgain: 1 });
    expect(taught).toMatchObject([{ given: 3, notAsked: 1, prefilled: 1, askedAgain: 1 }]);
    expect(runs).toBeGreaterThanOrEqual(3);
    const [last] = await given();
    expect(last?.memories.find((one) => one.isCorrection)?.effect).toBe('not-asked');
  });

  it('that shows a part of a correction only is no success', async () => {
    const task = await begin('Hire a React contractor', 0);
    const value = { city: 'Leipzig', team: 'Payments', floor: 3 };
    await decide(await ask(task), { type: 'edit', content: { value } });
    await end(task);
    await approve();
    const shows = async (snapshot: object, index: number) => {
      const again = await begin(`Hire a React contractor ${index}`, index);
      again.run.send({ type: 'STATE_SNAPSHOT', snapshot });
      await end(again);
      return (await given())[0]?.memories.find((one) => one.isCorrection)?.effect;
    };
    expect(await shows({ city: 'Leipzig' }, 1)).toBeNull();
    expect(await shows({ job: value }, 2)).toBe('not-asked');
    expect(await shows({}, 3)).toBe('not-asked');
  });

  it('one whose correction cannot be read any more has no result, and that is reported', async () => {
    const reported: string[] = [];
    await harness.close();
    harness = await startHarness({
      agents: [describeAgent(agent)],
      report: (what) => void reported.push(what),
    });
    await teach();
    const [correction] = await corrections();
    await approve();
    const task = await begin('Hire a React contractor 2', 1);
    const store = openDatabase(join(harness.directory, 'countersign.db'), 'write');
    store.run(
      `UPDATE knowledge_entries SET body = substr(body, 1, 9) WHERE kind = 'memory' AND id = '${correction?.id}'`,
    );
    store.close();
    await end(task);
    expect(reported).toEqual([
      `What became of the memory ${correction?.id} is not known: it could not be read.`,
    ]);
    expect((await figures()).effects).toEqual({ notAsked: 0, prefilled: 0, askedAgain: 0 });
  });

  it('of more than a year ago is not listed any more, nor counted', async () => {
    await teach();
    await approve();
    await end(await begin('Hire a React contractor 2', 1));
    expect((await figures()).effects.notAsked).toBe(1);
    const { directory } = harness;
    await harness.close('keep-directory');
    harness = await startHarness({ directory, clock: createManualClock(Date.now() + 366 * dayMs) });
    await harness.services.journal.commit(prune, null);
    expect(await given()).toEqual([]);
    const { effects, taught, runs } = await figures();
    expect([effects.notAsked, taught, runs]).toEqual([0, [], 0]);
    // The correction itself stays.
    expect(await corrections()).toHaveLength(1);
  });

  it('is given nothing when it is switched off, for all or for its agent', async () => {
    await teach();
    await approve();
    await confirmAll();
    const set = (version: number, more: object) =>
      harness.request('PUT', `${base}/settings`, {
        ...{ version, isOn: true, limit: 8, learns: true, agents: [], ...more },
      });
    await set(0, { isOn: false });
    expect(recalledBy((await begin('Hire a React contractor a', 1)).run)).toEqual([]);
    await set(1, { agents: [{ agent: 'demo', isOn: false }] });
    expect(recalledBy((await begin('Hire a React contractor b', 2)).run)).toEqual([]);
    await set(2, { agents: [{ agent: 'demo', isOn: true, types: ['workflow'] }] });
    const types = recalledBy((await begin('Hire a React contractor c', 3)).run);
    expect(types.map(({ type }) => type)).toEqual(['workflow']);
    await set(3, { agents: [{ agent: 'demo', isOn: true, tags: ['filled'] }] });
    expect(recalledBy((await begin('Hire a React contractor d', 4)).run)).toHaveLength(1);
  });

  it('is given no correction that was rejected', async () => {
    await teach();
    const [correction] = await corrections();
    const review = { id: correction?.id, version: 1, verdict: 'reject', why: 'only this once' };
    await harness.request('POST', `${base}/reviews`, { reviews: [review] });
    const { run } = await begin('Hire a React contractor, again', 1);
    expect(recalledBy(run).filter(isCorrection)).toEqual([]);
    expect((await figures()).corrections).toEqual({ pending: 0, approved: 0, rejected: 1 });
  });
});
