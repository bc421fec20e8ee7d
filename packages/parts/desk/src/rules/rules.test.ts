import type { Prompt } from '@countersign/api/prompt';
import type { CreateRule, Rule } from '@countersign/api/rule';
import { describeAgent, type Harness, startHarness } from '@countersign/bff/testing/harness';
import { createManualClock, type ManualClock } from '@countersign/bff/testing/manual-clock';
import {
  type AgentRun,
  type ScriptedAgent,
  startScriptedAgent,
  upMessage,
} from '@countersign/bff/testing/scripted-agent';
import { defaultPolicy } from '@countersign/desk/policy';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRule } from '../rows/rules.ts';

const dayMs = 86_400_000;
let clock: ManualClock;
let agent: ScriptedAgent;
let harness: Harness;
let taskId: string;
let run: AgentRun;
let asked = 0;

beforeEach(async () => {
  clock = createManualClock();
  asked = 0;
  agent = await startScriptedAgent({ headers: { 'hai-resume': 'last-event-id' } });
  harness = await startHarness({ clock, agents: [describeAgent(agent)], idleMs: 400 * dayMs });
  ({ taskId } = await harness.start());
  run = await agent.run(0);
  run.send({ type: 'RUN_STARTED', threadId: taskId, runId: run.input.runId });
});
afterEach(async () => {
  await harness.close();
  await agent.close();
});

const smallBudget: CreateRule['match'] = {
  agentId: 'demo',
  conditions: [{ path: '$.budget', is: 'at-most', value: 10 }],
};
const aRule = (more: Partial<CreateRule> = {}): CreateRule => ({
  name: 'Small budgets',
  expiresAt: clock.now() + 30 * dayMs,
  match: smallBudget,
  feedback: { type: 'approve', content: { reason: 'Below the limit.' } },
  ...more,
});
const send = (messageId: string, more: object = {}) =>
  run.send(
    upMessage(taskId, {
      messageId,
      state: 'needsHumanDecision',
      ask: 'Shall I?',
      payload: { budget: 5 },
      ...more,
    }),
  );
/** Asks, and waits until the question is journalled and the rules have been tried on it. */
async function ask(more: object = {}): Promise<Prompt> {
  clock.advance(1);
  const messageId = `p${++asked}`;
  send(messageId, more);
  const { prompt } = await harness.until(
    () =>
      harness
        .facts(taskId, 'countersign.prompt')
        .find((fact) => (fact.prompt as Prompt).message.messageId === messageId) as
        | { prompt: Prompt }
        | undefined,
  );
  return prompt;
}
const create = async (rule: CreateRule = aRule()): Promise<Rule> => {
  const { status, body } = await harness.request('POST', '/api/rules', rule);
  expect(status).toBe(201);
  return body;
};
const tryOut = (id: string) => harness.request('POST', `/api/rules/${id}/dry-run`);
const enable = (id: string, version: number, enabled = true) =>
  harness.request('POST', `/api/rules/${id}/enabled`, { enabled, version });
const switchedOn = async (rule?: CreateRule): Promise<Rule> => {
  const { id, version } = await create(rule);
  expect((await tryOut(id)).status).toBe(200);
  const { status, body } = await enable(id, version);
  expect(status).toBe(200);
  clock.advance(1);
  return body;
};
const read = (id: string) => readRule(harness.services.journal.read, id);
const promptNow = async (id: string): Promise<Prompt> =>
  (await harness.request('GET', `/api/prompts/${encodeURIComponent(id)}`)).body;
const untilAnswered = (prompt: Prompt) =>
  harness.until(() =>
    harness
      .facts(taskId, 'countersign.prompt')
      .map((fact) => fact as { change: string; prompt: Prompt })
      .find((fact) => fact.change === 'answered' && fact.prompt.id === prompt.id),
  );
const decide = (prompt: Prompt, feedback: object, headers = {}) =>
  harness.request(
    'POST',
    `/api/prompts/${encodeURIComponent(prompt.id)}/decisions`,
    { feedback, digest: prompt.digest, idempotencyKey: `key-of-${prompt.id}` },
    headers,
  );
const operator = async (id: string, role = 'operator') => {
  const { body } = await harness.request('POST', '/api/operators', { id, name: id, role });
  return { authorization: `Bearer ${body.token}` };
};
/** Checks that a prompt is still open after the rules have been tried on all questions so far. */
const openNow = async (prompt: Prompt) => {
  await harness.services.rulesIdle();
  expect((await promptNow(prompt.id)).state).toBe('open');
};

describe('a rule that is switched on', () => {
  it.each([
    ['a list', '$.list[0].city', [{ city: 'Halle' }], [{ city: 'Bonn' }]],
    ['a text', '$.text', 'Halle', 'Bonn'],
  ])('reads a payload that is %s', async (_, path, matching, other) => {
    const conditions = [{ path, is: 'equal' as const, value: 'Halle' }];
    await switchedOn(aRule({ match: { agentId: 'demo', conditions } }));
    const left = await ask({ payload: other });
    const prompt = await ask({ payload: matching });
    expect((await untilAnswered(prompt)).prompt.decision).toMatchObject({ by: { kind: 'rule' } });
    await openNow(left);
  });

  it('answers what it matches, tagged, counted and audited', async () => {
    const rule = await switchedOn();
    const prompt = await ask();
    const { prompt: answered } = await untilAnswered(prompt);
    expect(answered.decision).toMatchObject({
      by: {
        kind: 'rule',
        id: `rule:${rule.id}`,
        name: 'Small budgets',
        rule: { id: rule.id, version: 1 },
      },
      digest: prompt.digest,
      feedback: {
        type: 'approve',
        content: { reason: 'Below the limit.' },
        target: { messageId: 'p1' },
      },
    });
    expect(await read(rule.id)).toMatchObject({ answered: 1, lastAnsweredAt: clock.now() });
    clock.advance(60_000);
    const { message } = await agent.feedback(0);
    expect(message.upFeedback).toMatchObject({ type: 'approve' });
    const { body: audit } = await harness.request('GET', `/api/audit?operator=rule:${rule.id}`);
    const rows = audit.items as { action: string; detail: object }[];
    expect(rows.map((row) => row.action).sort()).toEqual(['decision', 'rule:answer']);
    expect(rows.find((row) => row.action === 'rule:answer')?.detail).toMatchObject({
      id: rule.id,
      version: 1,
      promptId: prompt.id,
    });
    expect((await harness.request('GET', '/api/audit/verify')).body.ok).toBe(true);
  });

  it('leaves all other prompts to people', async () => {
    await switchedOn();
    await openNow(await ask({ payload: { budget: 11 } }));
    await openNow(await ask({ severity: 'major' }));
    await openNow(await ask({ severity: 'critical' }));
    await untilAnswered(await ask({ severity: 'minor' }));
  });

  it('answers critical prompts only if it includes them', async () => {
    await switchedOn(aRule({ match: { ...smallBudget, severityUpTo: 'critical' } }));
    await untilAnswered(await ask({ severity: 'critical' }));
  });

  it('does not touch what was open before', async () => {
    const before = await ask();
    const rule = await create();
    expect((await tryOut(rule.id)).body).toMatchObject({ openNow: 1 });
    await enable(rule.id, 1);
    await untilAnswered(await ask());
    await openNow(before);
    // Not even when the agent rewords it.
    send('p1', { payload: { budget: 4 } });
    await harness.until(() =>
      harness.facts(taskId, 'countersign.prompt').some((fact) => fact.change === 'revised'),
    );
    await openNow(before);
  });

  it('answers a question that the agent has revised until it fits', async () => {
    await switchedOn();
    const prompt = await ask({ payload: { budget: 50 } });
    await openNow(prompt);
    send('p1', { payload: { budget: 9 } });
    await untilAnswered(prompt);
  });

  it('does not answer claimed prompts', async () => {
    await switchedOn();
    const prompt = await ask({ payload: { budget: 50 } });
    await harness.request('POST', `/api/prompts/${encodeURIComponent(prompt.id)}/claim`, {});
    send('p1', { payload: { budget: 9 } });
    await harness.until(() =>
      harness.facts(taskId, 'countersign.prompt').some((fact) => fact.change === 'revised'),
    );
    await openNow(prompt);
  });

  it('does not repeat an answer that was taken back', async () => {
    const { body: policy } = await harness.request('GET', '/api/policy');
    const recallable = { ...defaultPolicy.classes.info, recallMs: 5_000 };
    const classes = { ...defaultPolicy.classes, info: recallable };
    await harness.request('PUT', '/api/policy', { version: policy.version, classes });
    const rule = await switchedOn();
    const prompt = await ask();
    const { prompt: answered } = await untilAnswered(prompt);
    expect(answered.decision?.releaseAt).toBe(clock.now() + 5_000);
    const recalled = await harness.request(
      'POST',
      `/api/decisions/${answered.decision?.id}/recall`,
    );
    expect(recalled.status).toBe(200);
    await openNow(prompt);
    send('p1', { payload: { budget: 3 } });
    await harness.until(() =>
      harness.facts(taskId, 'countersign.prompt').some((fact) => fact.change === 'revised'),
    );
    await openNow(prompt);
    expect((await read(rule.id))?.answered).toBe(1);
    expect(agent.feedbacks).toEqual([]);
  });

  it('skips a prompt that its answer does not fit, counted and audited once', async () => {
    const rule = await switchedOn(aRule({ feedback: { type: 'rank', content: { order: ['a'] } } }));
    const prompt = await ask();
    await openNow(prompt);
    expect(await read(rule.id)).toMatchObject({ answered: 0, passedOver: 1 });
    const { body: audit } = await harness.request('GET', `/api/audit?operator=rule:${rule.id}`);
    expect(audit.items[0]).toMatchObject({
      action: 'rule:passed-over',
      detail: { reason: expect.stringMatching(/does not fit/) },
    });
  });

  it('gives no answer without the reason its class requires', async () => {
    const match: CreateRule['match'] = { ...smallBudget, severityUpTo: 'critical' };
    await harness.request('PUT', '/api/policy', {
      ...(await harness.request('GET', '/api/policy')).body,
      classes: { ...defaultPolicy.classes },
    });
    const rule = await switchedOn(aRule({ match, feedback: { type: 'reject' } }));
    await openNow(await ask({ severity: 'critical' }));
    expect(await read(rule.id)).toMatchObject({ answered: 0, passedOver: 1 });
    await untilAnswered(await ask({ severity: 'minor' }));
  });

  it('is tried after the older ones', async () => {
    const first = await switchedOn(aRule({ name: 'First' }));
    clock.advance(5);
    const second = await switchedOn(aRule({ name: 'Second', feedback: { type: 'reject' } }));
    const { prompt } = await untilAnswered(await ask());
    expect(prompt.decision?.by.name).toBe('First');
    await enable(first.id, 1, false);
    const later = await untilAnswered(await ask());
    expect(later.prompt.decision?.by.rule?.id).toBe(second.id);
  });

  it('expires', async () => {
    const rule = await switchedOn(aRule({ expiresAt: clock.now() + dayMs }));
    await untilAnswered(await ask());
    clock.advance(dayMs);
    await openNow(await ask());
    const again = await enable(rule.id, 1, false);
    expect(again.status).toBe(200);
    expect((await enable(rule.id, 1)).status).toBe(400);
  });

  it('and people never both answer', async () => {
    await switchedOn();
    for (let round = 0; round < 20; round += 1) {
      const prompt = await ask();
      const byPerson = await decide(prompt, { type: 'reject' });
      const { prompt: answered } = await untilAnswered(prompt);
      expect(byPerson.status).toBe(answered.decision?.by.kind === 'operator' ? 201 : 409);
    }
    const { read: store } = harness.services.journal;
    expect(await store.all('SELECT id FROM decisions')).toHaveLength(20);
  });
});

it('counts what it has answered, by version too', async () => {
  const rule = await switchedOn();
  await untilAnswered(await ask());
  await untilAnswered(await ask());
  expect(await read(rule.id)).toMatchObject({ answered: 2, answeredByVersion: 2 });
  await harness.request('PUT', `/api/rules/${rule.id}`, aRule());
  expect(await read(rule.id)).toMatchObject({ version: 2, answered: 2, answeredByVersion: 0 });
  await tryOut(rule.id);
  await enable(rule.id, 2);
  clock.advance(1);
  await untilAnswered(await ask());
  expect(await read(rule.id)).toMatchObject({ answered: 3, answeredByVersion: 1 });
});

describe('the kill switch', () => {
  it('takes back the unsent answers of rules; sent ones stay', async () => {
    const { version, classes } = (await harness.request('GET', '/api/policy')).body;
    const left = await switchedOn().then(() => ask());
    await untilAnswered(left);
    await harness.request('PUT', '/api/policy', {
      version,
      classes: { ...classes, info: { ...classes.info, recallMs: 5_000 } },
    });
    const held = await ask();
    await untilAnswered(held);
    await harness.request('PUT', '/api/rules/stopped', { stopped: true });
    expect(await promptNow(held.id)).toMatchObject({ state: 'open', decision: null });
    expect(await promptNow(left.id)).toMatchObject({ state: 'answered' });
    await harness.request('PUT', '/api/rules/stopped', { stopped: false });
    clock.advance(60_000);
    // Taken back from a rule, it is left to people.
    await openNow(held);
    expect(agent.feedbacks.map(({ message }) => message.parentMessageId)).toEqual([
      left.message.messageId,
    ]);
    const { items } = (await harness.request('GET', '/api/audit')).body;
    expect(items.find(({ action }) => action === 'rules:stop')?.detail).toEqual({
      takenBack: 1,
    });
  });

  it('applies at once, survives a restart, and leaves to people what opened meanwhile', async () => {
    const rule = await switchedOn();
    const headers = await operator('ann');
    const stopped = await harness.request('PUT', '/api/rules/stopped', { stopped: true }, headers);
    expect(stopped.body.stopped).toEqual({ at: clock.now(), by: 'ann' });
    expect(stopped.body.items[0]).toMatchObject({ id: rule.id, enabled: true });
    const letGo = await harness.request('PUT', '/api/rules/stopped', { stopped: false }, headers);
    expect(letGo.status).toBe(403);
    const prompt = await ask();
    await openNow(prompt);
    await harness.close('keep-directory');
    harness = await startHarness({
      clock,
      directory: harness.directory,
      agents: [describeAgent(agent)],
    });
    expect((await harness.request('GET', '/api/rules')).body.stopped.by).toBe('ann');
    clock.advance(1);
    const started = await harness.request('PUT', '/api/rules/stopped', { stopped: false });
    expect(started.body.stopped).toBeNull();
    const { body: audit } = await harness.request('GET', '/api/audit');
    const actions = audit.items.map((row: { action: string }) => row.action);
    expect(actions).toEqual(expect.arrayContaining(['rules:stop', 'rules:start']));
    await harness.services.rulesIdle();
    expect((await read(rule.id))?.answered).toBe(0);
  });
});

describe('switching on', () => {
  it('needs a dry run of this version', async () => {
    const rule = await create();
    const untried = await enable(rule.id, 1);
    expect(untried.status).toBe(409);
    expect(untried.body.type).toMatch(/dry-run-needed$/);
    await tryOut(rule.id);
    await enable(rule.id, 1);
    const changed = await harness.request('PUT', `/api/rules/${rule.id}`, aRule({ name: 'Other' }));
    expect(changed.body).toMatchObject({ version: 2, enabled: false, dryRun: null, name: 'Other' });
    const stale = await enable(rule.id, 1);
    expect(stale.status).toBe(409);
    expect(stale.body.type).toMatch(/rule-changed$/);
    expect((await enable(rule.id, 2)).body.type).toMatch(/dry-run-needed$/);
    await tryOut(rule.id);
    expect((await enable(rule.id, 2)).body).toMatchObject({ enabled: true, version: 2 });
  });

  it('off is always possible', async () => {
    const rule = await switchedOn();
    expect((await enable(rule.id, 99, false)).body.enabled).toBe(false);
    await openNow(await ask());
  });
});

it.each([
  ['confidence', { path: '$.upThought.confidence', is: 'at-least', value: 0.8 }],
  ['canProceed', { path: '$.upThought.canProceed', is: 'equal', value: true }],
  ['state', { path: '$.state', is: 'equal', value: 'needsHumanDecision' }],
  ['concepts', { path: '$.upContext.concepts', is: 'containing', value: 'schema:Order' }],
  ['severity, in either spelling', { path: '$.upPrompt.severity', is: 'equal', value: 'minor' }],
] as const)('tests the whole message: %s', async (_, condition) => {
  await switchedOn(
    aRule({ match: { agentId: 'demo', conditions: [{ ...condition, of: 'message' }] } }),
  );
  const upContext = { concepts: ['schema:Order'] };
  await untilAnswered(
    await ask({
      severity: 'minor',
      upContext,
      upThought: { confidence: '85%', canProceed: true },
    }),
  );
  if (condition.path === '$.state') return;
  await openNow(await ask({ payload: { confidence: 0.9, canProceed: true, state: 'x' } }));
});

describe('a trial', () => {
  it('compares with the answers of people, without answering', async () => {
    const ann = await operator('ann');
    const first = await ask();
    await decide(first, { type: 'approve' }, ann);
    const second = await ask();
    await decide(second, { type: 'reject', content: { reason: 'No.' } }, ann);
    await decide(await ask({ payload: { budget: 99 } }), { type: 'reject' }, ann);
    await ask();
    const rule = await create();
    const { body } = await tryOut(rule.id);
    expect(body).toMatchObject({ version: 1, lookedAt: 3, matched: 2, same: 1, openNow: 1 });
    expect(body.differing).toEqual([
      {
        promptId: second.id,
        ask: 'Shall I?',
        taskId,
        taskTitle: expect.any(String),
        answeredAt: clock.now() - 2,
        by: 'ann',
        feedback: { type: 'reject', content: { reason: 'No.' } },
      },
    ]);
    expect((await harness.request('GET', '/api/rules')).body.items[0]?.dryRun).toEqual(body);
    expect((await harness.request('GET', '/api/prompts?state=open')).body.items).toHaveLength(1);
  });

  it('reports which of its paths occur in no question', async () => {
    await ask({ upThought: { confidence: 0.3 } });
    await ask({ upThought: {} });
    const conditions: CreateRule['match']['conditions'] = [
      { path: '$.upThought.confidence', of: 'message', is: 'less-than', value: 0.5 },
      { path: '$.upThought.confidence', is: 'less-than', value: 0.5 },
      { path: '$.upTought.confidence', of: 'message', is: 'absent' },
    ];
    const { id } = await create(aRule({ match: { agentId: 'demo', conditions } }));
    const { body } = await tryOut(id);
    expect(body).toMatchObject({ openNow: 0 });
    expect(body.nowhere).toEqual({
      prompts: 2,
      places: [
        { path: '$.upThought.confidence' },
        { path: '$.upTought.confidence', of: 'message' },
      ],
    });
    const { id: sound } = await create(aRule());
    expect((await tryOut(sound)).body).not.toHaveProperty('nowhere');
  });

  it('leaves out answers of rules and defaults, and prompts its answer would not fit', async () => {
    await switchedOn();
    await untilAnswered(await ask());
    const approved = await ask({ payload: { budget: 50 } });
    await decide(approved, { type: 'approve' });
    const ranking = await create(
      aRule({
        match: { agentId: 'demo', conditions: [] },
        feedback: { type: 'rank', content: { order: ['a', 'b'] } },
      }),
    );
    expect((await tryOut(ranking.id)).body).toMatchObject({ lookedAt: 1, matched: 0 });
  });
});

it('resumes after a restart with the prompts it had not tried, but not with those a person has seen', async () => {
  const rule = await switchedOn();
  await harness.request('PUT', '/api/rules/stopped', { stopped: true });
  const seen = await ask();
  const unseen = await ask();
  await harness.close('keep-directory');
  // As if the server had died between the question and the rules, without the switch.
  const { openDatabase } = await import('@countersign/server/store/sqlite/database');
  const store = openDatabase(`${harness.directory}/countersign.db`, 'write');
  store.run(`DELETE FROM meta WHERE key = 'rules:stop'`);
  store.run(
    `UPDATE prompts SET seen = '{"at":1,"operator":"ann","name":"Ann"}' WHERE id = ?`,
    seen.id,
  );
  store.close();
  harness = await startHarness({
    clock,
    directory: harness.directory,
    agents: [describeAgent(agent)],
  });
  await harness.services.rulesIdle();
  const decisions = await harness.services.journal.read.all<{ prompt: string }>(
    'SELECT prompt FROM decisions',
  );
  expect(decisions.map((row) => row.prompt)).toEqual([unseen.id]);
  expect((await read(rule.id))?.answered).toBe(1);
});
