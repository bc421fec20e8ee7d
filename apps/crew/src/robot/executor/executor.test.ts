import { readdirSync, readFileSync } from 'node:fs';
import {
  answerPrompt,
  controlRun,
  type WatchedRun,
  watchRun,
} from '@countersign/agent/test-client';
import type { HaiEvent } from '@countersign/hai/event';
import { languageEntry } from '@countersign/hai/reader-language';
import { createVerifier } from '@countersign/hai/verifier';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestCrew } from '../../test-crew.ts';
import { type SmallEnvironment, startSmallEnvironment } from '../../testing/small-environment.ts';

type Crew = Awaited<ReturnType<typeof startTestCrew>>;
const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

interface Scene {
  crew: Crew;
  environment: SmallEnvironment;
  begin(
    goal: string | null,
    more?: { description?: 'utcp' | 'wot'; language?: string },
  ): Promise<WatchedRun>;
  answer(run: WatchedRun, prompt: UpMessage, feedback: UpFeedback): Promise<unknown>;
  pose(): Promise<{ state: string; reach: number; bearing: number }>;
  /** A request to one of the services, as nobody in the scene makes it. */
  at(service: string, path: string, init?: RequestInit): Promise<unknown>;
  called(): string[];
}

async function scene(environmentOfCrew: Record<string, string> = {}): Promise<Scene> {
  const environment = await startSmallEnvironment();
  open.push(environment.close);
  const crew = await startTestCrew({
    ...{ CREW_ENVIRONMENT_URL: environment.url, CREW_ARM_SPEED: '50', CREW_ARM_LOOK_MS: '5' },
    ...environmentOfCrew,
  });
  open.push(crew.close);
  await environment.register(crew.services);
  const executor = crew.agents.find(({ id }) => id === 'robot-executor');
  if (executor === undefined) throw new Error('The crew has no executor');
  const at: Scene['at'] = async (service, path, init) => {
    const base = crew.services.find(({ name }) => name === service)?.url;
    const text = await (await fetch(new URL(path, base), init)).text();
    return text === '' ? null : JSON.parse(text);
  };
  return {
    ...{ crew, environment, at },
    begin: (goal, { description, language } = {}) =>
      watchRun(executor.url, {
        // As a console sends a form without a message.
        text: goal ?? JSON.stringify({ description }),
        ...(description === undefined ? {} : { forwardedProps: { input: { description } } }),
        ...(language === undefined ? {} : { context: [languageEntry(language)] }),
      }),
    answer: (run, prompt, feedback) =>
      answerPrompt(executor, run, { prompt: prompt.messageId, feedback }),
    pose: async () => (await at('arm_utcp', '/pose')) as Awaited<ReturnType<Scene['pose']>>,
    called: () => environment.calls.map(({ label }) => label),
  };
}

async function stop(crew: Crew, run: WatchedRun): Promise<void> {
  const executor = crew.agents.find(({ id }) => id === 'robot-executor');
  if (executor === undefined) throw new Error('The crew has no executor');
  await controlRun(executor, run, 'stop');
  await run.ended;
}

const isAsk = ({ state }: UpMessage) => state === 'needsHumanDecision';

/** Where an event draws the tool; null = it does not. */
function drawnIn(event: HaiEvent): { x: number; y: number } | null {
  if (event.type !== 'BUSINESS_DATA_CONTENT' || typeof event.delta === 'string') return null;
  const { output } = event.delta;
  if (output.type !== 'graph') return null;
  const nodes = output['nodes'] as { id: string; x: number; y: number }[];
  const tool = nodes.find(({ id }) => id === 'tool');
  // Without a sign before zero.
  return tool === undefined ? null : { x: tool.x + 0, y: tool.y };
}
const drawn = (run: WatchedRun) => run.events.flatMap((event) => drawnIn(event) ?? []);

describe.each(['utcp', 'wot'] as const)('G2, B15: the arm described by %s', (description) => {
  it('goes from the goal to the feedback, with one call of the formalizer', async () => {
    const { begin, environment, pose, called } = await scene();
    const goal = 'Move the robot by 10 centimeters, then turn 30 degrees to the right';
    const run = await begin(goal, { description });
    await run.ended;
    expect(run.messages().at(-1)).toMatchObject({
      state: 'completed',
      agentId: 'robot-executor',
      payload: {
        formalGoal: 'move(10); rotate(-30)',
        isCleared: true,
        before: { reach: 30, bearing: 0 },
        after: { reach: 40, bearing: -30 },
      },
    });
    expect(await pose()).toMatchObject({ state: 'idle', reach: 40, bearing: -30 });
    const poses = called().filter((label) => label === `arm_${description}_pose`);
    expect(called().filter((label) => !poses.includes(label))).toEqual([
      'goal_mcp_set_goal',
      'goal_mcp_CurrentGoal',
      'goal_mcp_provide_feedback',
      'formalizer_Formalize goal',
      `arm_${description}_operation`,
      `arm_${description}_operation`,
      'goal_mcp_provide_feedback',
      'goal_mcp_CurrentGoal',
    ]);
    expect(environment.calls.filter(({ kind }) => kind === 'a2a')).toHaveLength(1);
    const feedback = environment.calls.filter(({ label }) => label.endsWith('provide_feedback'));
    expect(feedback.map(({ arguments: given }) => given)).toMatchObject([
      { achieved: false },
      { achieved: true },
    ]);
    expect(environment.calls.every(({ task }) => task === run.threadId)).toBe(true);

    const places = drawn(run);
    expect(places[0]).toEqual({ x: 0, y: 30 });
    expect(places).toContainEqual({ x: 0, y: 40 });
    expect(places.at(-1)).toEqual({ x: 20, y: 34.64 });
    const verifier = createVerifier();
    expect(run.events.flatMap((event) => verifier.check(event))).toEqual([]);
  });
});

describe('the executor', () => {
  it('knows neither services nor addresses', () => {
    const folder = new URL('./', import.meta.url);
    const sources = readdirSync(folder)
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(new URL(name, folder), 'utf8'));
    expect(sources.length).toBeGreaterThan(5);
    expect(sources.join('\n')).not.toMatch(
      /https?:\/\/|goal_mcp|provide_feedback|set_goal|formalizer|arm_utcp|arm_wot|\/operation|robot-services|'\.\.\/(?:arm|goal|formalizer)\//,
    );
  });

  it('pursues the goal that is set already', async () => {
    const { begin, at, called, pose } = await scene();
    const set = { name: 'set_goal', arguments: { goal: '逆时针旋转三十度' } };
    await at('goal_mcp', '/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'set_goal',
      },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: {
          ...set,
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      }),
    });
    const run = await begin(null, { description: 'wot' });
    await run.ended;
    expect(run.messages().at(-1)?.state).toBe('completed');
    expect(called()).not.toContain('goal_mcp_set_goal');
    expect(await pose()).toMatchObject({ bearing: 30 });
  });

  it('does not move without an approval, and says why', async () => {
    const { begin, environment, pose } = await scene();
    environment.decide = ({ label }) =>
      label.endsWith('operation') ? { reason: 'somebody stands there' } : 'approve';
    const run = await begin('Move out by 10 cm');
    await run.ended;
    expect(run.messages().at(-1)).toMatchObject({
      state: 'cancelled',
      explanation:
        'arm_utcp_operation was rejected: somebody stands there. The arm is not moved any further.',
    });
    expect(await pose()).toMatchObject({ state: 'idle', reach: 30 });
    expect(environment.calls.at(-1)).toMatchObject({
      label: 'goal_mcp_provide_feedback',
      arguments: { achieved: false, feedback: expect.stringContaining('somebody stands there') },
    });
  });

  it.each([
    ['is not understood', 'Make me a coffee', 'I found no movement in “Make me a coffee”'],
    ['is out of reach', 'Move forward 2 meters', 'it reaches from 15.0 to 54.2 cm'],
  ])('asks for another goal when one %s', async (_, goal, reason) => {
    const { begin, answer, pose } = await scene();
    const run = await begin(goal);
    const ask = await run.message(isAsk);
    expect(ask.explanation).toContain(reason);
    expect(ask.upPrompt?.ask).toBe('Which goal shall I pursue instead?');
    await answer(run, ask, { type: 'edit', content: { value: { goal: 'Move back 5 cm' } } });
    await run.ended;
    expect(run.messages().at(-1)?.state).toBe('completed');
    expect(await pose()).toMatchObject({ reach: 25 });
  });

  it('has the motors released, by a person, before it moves again', async () => {
    const { begin, at, called, pose } = await scene();
    await at('arm_utcp', '/stop', { method: 'POST' });
    const run = await begin('Move out by 5 cm');
    await run.ended;
    expect(run.messages().at(-1)?.state).toBe('completed');
    expect(run.text()).toContain('The emergency stop was pressed.');
    expect(called()).toContain('arm_utcp_reset');
    expect(await pose()).toMatchObject({ state: 'idle', reach: 35 });
  });

  it('says which motor stalled, and goes no further', async () => {
    const { begin, answer, at, pose } = await scene();
    await at('arm_utcp', '/simulation/stall', { method: 'POST' });
    const run = await begin('Move out by 10 cm, then turn 30 degrees left');
    const ask = await run.message(isAsk);
    expect(ask.explanation).toContain('The motor of the elbow stalled.');
    expect(await pose()).toMatchObject({ state: 'stalled', reach: 35, bearing: 0 });
    await answer(run, ask, { type: 'reject' });
    await run.ended;
    expect(run.messages().at(-1)).toMatchObject({
      state: 'cancelled',
      explanation: 'There is no other goal. The arm stays where it is.',
    });
  });

  it('draws the arm while it moves, and stops it when its task is stopped', async () => {
    const { begin, crew, environment, pose } = await scene({ CREW_ARM_SPEED: '0.2' });
    const run = await begin('Move out by 10 cm');
    // Ten seconds long, so that it is on its way.
    await run.until((event) => {
      const y = drawnIn(event)?.y ?? 0;
      return y > 30 && y < 40;
    });
    await stop(crew, run);
    expect(run.events.at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'stopped' });
    expect(environment.calls.at(-1)).toMatchObject({ label: 'arm_safety_stop' });
    expect((await pose()).state).toBe('stopped');
    expect((await pose()).reach).toBeLessThan(40);
  });

  it('takes its order back when its task is stopped before it is approved', async () => {
    const { begin, crew, environment, pose, called } = await scene();
    environment.decide = ({ label }) => (label.endsWith('operation') ? 'wait' : 'approve');
    const run = await begin('Move out by 10 cm');
    await run.until(
      (event) =>
        event.type === 'BUSINESS_DATA_CONTENT' &&
        typeof event.delta === 'string' &&
        event.delta.startsWith('I wait for a person to approve `arm_utcp_operation`'),
    );
    await stop(crew, run);
    expect(environment.calls.at(-1)).toMatchObject({
      label: 'arm_utcp_operation',
      answer: { state: 'stopped' },
    });
    // Nothing moved, so nothing had to be held.
    expect(called()).not.toContain('arm_safety_stop');
    expect(await pose()).toMatchObject({ state: 'idle', reach: 30 });
  });

  it('answers in Chinese', async () => {
    const { begin, environment } = await scene();
    environment.decide = ({ label }) => (label.endsWith('operation') ? { reason: '' } : 'approve');
    const run = await begin('伸出10厘米', { language: 'zh-CN' });
    await run.ended;
    expect(run.messages().at(-1)?.explanation).toBe('arm_utcp_operation 被驳回。机械臂不再移动。');
    expect(run.text()).toContain('我在等待有人批准');
  });

  it('says so when the environment is away', async () => {
    const { begin } = await scene({ CREW_ENVIRONMENT_URL: 'http://127.0.0.1:9/mcp' });
    const run = await begin('Move out by 10 cm');
    await run.ended;
    expect(run.messages().at(-1)).toMatchObject({
      state: 'failed',
      explanation: expect.stringMatching(/^The environment could not be reached: /),
    });
  });
});
