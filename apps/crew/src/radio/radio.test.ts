import { readdirSync, readFileSync } from 'node:fs';
import {
  answerPrompt,
  controlRun,
  type WatchedRun,
  watchRun,
} from '@countersign/agent/test-client';
import { languageEntry } from '@countersign/hai/reader-language';
import { createVerifier } from '@countersign/hai/verifier';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import { afterEach, expect, it } from 'vitest';
import { startTestCrew } from '../test-crew.ts';

type Crew = Awaited<ReturnType<typeof startTestCrew>>;
let crew: Crew;
afterEach(() => crew.close());

interface Row {
  cell: string;
  now: number;
  proposed: number;
}
const rowsOf = (message: UpMessage) => (message.payload as { assignments: Row[] }).assignments;
const isAsk = (message: UpMessage) => message.state === 'needsHumanDecision';

async function begin(
  text: string,
  environment: Record<string, string> = {},
  language: string | null = null,
  before: (own: Crew) => unknown = () => {},
) {
  crew = await startTestCrew({ CREW_CELL_MS: '0', ...environment });
  await before(crew);
  const master = crew.agents.find(({ id }) => id === 'radio-master');
  if (master === undefined) throw new Error('The crew has no radio master');
  const run = await watchRun(master.url, {
    text,
    ...(language === null ? {} : { context: [languageEntry(language)] }),
  });
  return {
    run,
    master,
    answer: (prompt: UpMessage, feedback: UpFeedback) =>
      answerPrompt(master, run, { prompt: prompt.messageId, feedback }),
  };
}

const toolsOf = (run: WatchedRun, name: string) =>
  run.of('TOOL_CALL_START').filter(({ toolCallName }) => toolCallName === name).length;

it('finds the cause, has its plan approved, changes the cells and measures again', async () => {
  const { run, answer } = await begin('Downlink rate dropped at cell NTO-0437-2, seed 7');
  const ask = await run.message(isAsk);
  expect(ask).toMatchObject({ agentId: 'radio-master', upPrompt: { severity: 'critical' } });
  expect(ask.upPrompt?.ask).toMatch(/^Change the identity of \d cells? around NTO-0437-2\?$/);
  expect(rowsOf(ask).length).toBeGreaterThan(0);
  expect(toolsOf(run, 'set_pci')).toBe(0);

  await answer(ask, { type: 'approve' });
  await run.ended;
  expect(toolsOf(run, 'set_pci')).toBe(rowsOf(ask).length);
  const last = run.messages().at(-1);
  const figures = last?.payload as Record<'before' | 'broken' | 'after', { downlinkMbps: number }>;
  expect(last?.state).toBe('completed');
  expect(last?.explanation).toContain('0 conflicts are left');
  expect(figures.broken.downlinkMbps).toBeLessThan(figures.before.downlinkMbps);
  expect(figures.after.downlinkMbps).toBeGreaterThan(figures.broken.downlinkMbps);
  const verifier = createVerifier();
  expect(run.events.flatMap((event) => verifier.check(event))).toEqual([]);
  expect(new Set(run.of('AGENT_COLLABORATIVE_MESSAGE_START').map(({ to }) => to))).toEqual(
    new Set(['root-cause', 'configuration']),
  );
});

it('finds its helpers by what they can do: it knows neither their names nor their addresses', async () => {
  const { run } = await begin('Downlink rate dropped at cell NTO-0437-2, seed 7');
  await run.message(isAsk);
  const searches = run
    .of('TOOL_CALL_START')
    .filter(({ toolCallName }) => toolCallName === 'find_agent')
    .map(({ toolCallId }) => toolCallId);
  const results = run
    .of('TOOL_CALL_RESULT')
    .filter(({ toolCallId }) => searches.includes(toolCallId))
    .map(({ content }) => content as { id: string; why: string[] }[]);
  expect(results.map(([best]) => best?.id)).toEqual(['root-cause', 'configuration']);
  expect(results.flat().every(({ why }) => why.length > 0)).toBe(true);

  // Nothing of the story knows an address, and the master does not know who helps it.
  const here = new URL('./', import.meta.url);
  const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  expect(files.length).toBeGreaterThan(20);
  const sources = files.map((name) => readFileSync(new URL(name, here), 'utf8')).join('\n');
  expect(sources).not.toMatch(
    /https?:\/\/|localhost|\b\d+\.\d+\.\d+\.\d+\b|descriptors\.ts|crewPorts/,
  );
  const master = ['master.ts', 'find-helper.ts', 'decide-plan.ts'].map((name) =>
    readFileSync(new URL(`agents/${name}`, here), 'utf8'),
  );
  expect(master.join('\n')).not.toMatch(/root-cause'|'configuration'/);
});

it.each(['root-cause', 'configuration'])('says so when %s is not registered', async (missing) => {
  const { run } = await begin('Downlink rate dropped at cell NTO-0437-2, seed 7', {}, null, (own) =>
    own.registry.forget(missing),
  );
  await run.ended;
  const what = missing === 'root-cause' ? 'find the cause' : 'plan and change identities';
  expect(run.messages().at(-1)).toMatchObject({
    state: 'failed',
    explanation: `No agent that can ${what} is registered. Start one that registers itself, and start this task again.`,
  });
});

it('says so when the registry is away', async () => {
  const { run } = await begin('Downlink rate dropped at cell NTO-0437-2, seed 7', {}, null, (own) =>
    own.registry.close(),
  );
  await run.ended;
  expect(run.messages().at(-1)).toMatchObject({
    state: 'failed',
    explanation: expect.stringMatching(/^The registry of agents could not be reached: /),
  });
});

it('leaves the registry when it stops', async () => {
  const own = await startTestCrew();
  crew = own;
  expect(own.registry.services().map(({ name }) => name)).toContain('radio-master');
  const gone = own.registry.services;
  await own.close();
  expect(gone()).toEqual([]);
});

it('computes the same figures for the same seed', async () => {
  const first = await begin('Downlink rate dropped at cell NTO-0437-2, seed 7');
  const one = rowsOf(await first.run.message(isAsk));
  first.run.cut();
  await crew.close();
  const second = await begin('Downlink rate dropped at cell NTO-0437-2, seed 7');
  expect(rowsOf(await second.run.message(isAsk))).toEqual(one);
});

it('checks an edit before it is sent, and updates its map', async () => {
  const { run, master } = await begin('Downlink rate dropped at cell NTO-0437-2, seed 7');
  const ask = await run.message(isAsk);
  const [first, ...rest] = rowsOf(ask);
  if (first === undefined) throw new Error('no rows');
  const check = async (proposed: number) => {
    const response = await fetch(new URL(ask.upPrompt?.check?.endpoint ?? '', master.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        threadId: run.threadId,
        runId: run.runId,
        messageId: ask.messageId,
        value: { assignments: [{ ...first, proposed }, ...rest] },
      }),
    });
    return (await response.json()) as { faults: object[]; outputs: { edges: object[] }[] };
  };
  const [proposal] = ask.upPrompt?.outputs ?? [];
  expect(proposal).toMatchObject({ type: 'graph', edges: [] });
  const same = await check(first.proposed);
  expect(same).toEqual({ faults: [], outputs: [proposal] });
  const worse = await check(first.now);
  expect(worse.faults).toContainEqual({
    path: '/assignments/0/proposed',
    message: expect.stringMatching(/would collide|would be confused/),
    severity: 'error',
  });
  expect(worse.outputs[0]?.edges.length).toBeGreaterThan(0);
  // The check decided nothing.
  expect(run.messages().filter(isAsk)).toHaveLength(1);
});

it('checks an edit again, and accepts it only if it is valid', async () => {
  const { run, answer } = await begin('Downlink rate dropped at cell NTO-0437-2, seed 7');
  const ask = await run.message(isAsk);
  const [first, ...rest] = rowsOf(ask);
  if (first === undefined) throw new Error('no rows');
  const value = (proposed: number) => ({ assignments: [{ ...first, proposed }, ...rest] });
  await answer(ask, { type: 'edit', content: { value: value(first.now) } });
  const again = await run.message(
    (message) => isAsk(message) && message.messageId !== ask.messageId,
  );
  expect(again.explanation).toContain('Your edit is not valid');
  expect(again.explanation).toMatch(/would collide|would be confused/);
  expect(rowsOf(again)[0]).toMatchObject({
    cell: first.cell,
    proposed: first.now,
    clears: 'Nothing',
  });
  // The planner's confidence was in its own plan.
  expect(again.upThought?.confidence).toBeUndefined();

  // Another identity with the same remainder keeps modulo 3 in its site.
  await answer(again, { type: 'edit', content: { value: value(first.proposed + 300) } });
  await run.ended;
  expect(run.messages().at(-1)?.payload?.['changed']).toContainEqual({
    cell: first.cell,
    pci: first.proposed + 300,
  });
});

it('plans again under the constraints a rejection names, and asks about what it does not understand', async () => {
  const { run, answer } = await begin('Downlink rate dropped at cell NTO-0437-2, seed 7');
  const ask = await run.message(isAsk);
  const kept = rowsOf(ask)[0]?.cell ?? '';
  await answer(ask, { type: 'reject', content: { reason: `keep ${kept}` } });
  const second = await run.message((message) => isAsk(message) && message !== ask);
  const seen = [ask.messageId];
  const next = (known: string[]) =>
    run.message((message) => isAsk(message) && !known.includes(message.messageId));
  const replanned = await next(seen);
  expect(second.messageId).toBeDefined();
  expect(rowsOf(replanned).some(({ cell }) => cell === kept)).toBe(false);
  expect(replanned.explanation).toContain(`${kept} keeps its identity`);
  await answer(replanned, { type: 'instruction', content: { text: 'make it nicer' } });
  const puzzled = await next([...seen, replanned.messageId]);
  expect(puzzled.explanation).toContain('I did not understand “make it nicer”');
  await answer(puzzled, { type: 'reject', content: { reason: 'not tonight' } });
  await run.ended;
  expect(run.messages().at(-1)).toMatchObject({
    state: 'cancelled',
    explanation: 'No cell is changed: not tonight.',
  });
  expect(toolsOf(run, 'set_pci')).toBe(0);
});

it('accepts an instruction while it asks, and declines it while it changes cells', async () => {
  const { run, master, answer } = await begin('Rate dropped at NTO-0440-2, seed 1', {
    CREW_CELL_MS: '300',
  });
  const say = (text: string) =>
    answerPrompt(master, run, { feedback: { type: 'instruction', content: { text } } });
  const ask = await run.message(isAsk);
  const kept = rowsOf(ask)[0]?.cell ?? '';
  await say(`keep ${kept}`);
  const again = await run.message(
    (message) => isAsk(message) && message.messageId !== ask.messageId,
  );
  expect(again.explanation).toContain(`${kept} keeps its identity`);
  expect(rowsOf(again).some(({ cell }) => cell === kept)).toBe(false);
  expect(run.messages().some(({ explanation }) => explanation === `You said: keep ${kept}`)).toBe(
    true,
  );

  await answer(again, { type: 'approve' });
  await run.until(() => toolsOf(run, 'set_pci') === 1);
  await say('at most 1 change');
  await run.ended;
  expect(run.text()).toContain(
    'I cannot act on “at most 1 change” while the cells are being changed',
  );
  expect(run.messages().at(-1)?.state).toBe('completed');
});

it('rolls back what was changed when a cell refuses and the operator wants it', async () => {
  const { run, answer } = await begin('Rate dropped at NTO-0437-2, seed 7, one cell refuses');
  const ask = await run.message(isAsk);
  await answer(ask, { type: 'approve' });
  const refusal = await run.message(
    (message) => isAsk(message) && message.agentId === 'configuration',
  );
  expect(refusal.upPrompt?.ask).toContain('refused its identity');
  expect(refusal.payload?.['refused']).toMatch(/^NTO-/);
  await answer(refusal, { type: 'approve' });
  await run.ended;
  expect(run.messages().at(-1)?.state).toBe('cancelled');
});

it('continues without the refusing cell when the operator wants that', async () => {
  const { run, answer } = await begin('Rate dropped at NTO-0437-2, seed 7, one cell refuses');
  await answer(await run.message(isAsk), { type: 'approve' });
  const refusal = await run.message(
    (message) => isAsk(message) && message.agentId === 'configuration',
  );
  await answer(refusal, { type: 'reject' });
  await run.ended;
  const last = run.messages().at(-1);
  expect(last?.state).toBe('completed');
  expect(last?.payload?.['skipped']).toHaveLength(1);
  expect(last?.explanation).not.toContain('again');
});

it('rolls back when it is stopped in the middle', async () => {
  const { run, master, answer } = await begin('Rate dropped at NTO-0440-2, seed 1', {
    CREW_CELL_MS: '200',
  });
  const ask = await run.message(isAsk);
  await answer(ask, { type: 'approve' });
  const [first] = rowsOf(ask);
  expect(rowsOf(ask).length).toBeGreaterThan(1);
  const changing = () => toolsOf(run, 'set_pci');
  await run.until(() => changing() === 2);
  await controlRun(master, run, 'stop');
  await run.ended;
  const restored = new Set(
    run
      .of('TOOL_CALL_START')
      .filter(({ toolCallName }) => toolCallName === 'restore_pci')
      .map(({ toolCallId }) => toolCallId),
  );
  const back = run.of('TOOL_CALL_ARGS').filter(({ toolCallId }) => restored.has(toolCallId));
  expect(back.map(({ delta }) => JSON.parse(delta))).toEqual([
    { cell: first?.cell, from: first?.proposed, to: first?.now },
  ]);
  const cancelled = run
    .messages()
    .find(({ state, agentId }) => state === 'cancelled' && agentId === 'configuration');
  expect(cancelled?.explanation).toContain('1 cell has its old identity again');
  expect(changing()).toBe(2);
  expect(run.of('RUN_ERROR')).toHaveLength(1);
});

/** What people read in a run: explanations, questions, thoughts, titles and texts. */
function readIn(run: WatchedRun): string[] {
  const said = run
    .messages()
    .flatMap(({ explanation, effect, upPrompt, upThought }) => [
      ...[explanation, effect, upPrompt?.ask].filter((text) => text !== undefined),
      ...(upThought?.reasoning ?? []),
      ...(upThought?.assumptions ?? []),
      ...(upThought?.alternatives ?? []).map((one) => (typeof one === 'string' ? one : one.label)),
    ]);
  const outputs = run
    .of('BUSINESS_DATA_CONTENT')
    .flatMap(({ delta }) => JSON.stringify(delta).match(/"(?:title|label)":"[^"]*"/g) ?? [])
    // Identities have numbers for labels, and edges their PCI.
    .filter((member) => !/"(?:PCI )?[\d →]*"$/.test(member));
  const steps = run.of('STEP_STARTED').map(({ stepName }) => stepName);
  return [...said, ...outputs, ...steps, run.text()].map(String);
}

it('asks and reports in Chinese to a reader of Chinese', async () => {
  const text = 'NTO-0437-2 的下行速率下降，seed 7';
  const { run, answer } = await begin(text, {}, 'zh-CN');
  const ask = await run.message(isAsk);
  expect(ask.upPrompt?.ask).toMatch(/^修改 NTO-0437-2 周围 \d 个小区的标识？$/);
  const [first, ...rest] = rowsOf(ask);
  if (first === undefined) throw new Error('no rows');
  const assignments = [{ ...first, proposed: first.now }, ...rest];
  await answer(ask, { type: 'edit', content: { value: { assignments } } });
  const others = (message: UpMessage) => isAsk(message) && message.messageId !== ask.messageId;
  const again = await run.message(others);
  expect(again.explanation).toContain('你的修改不成立');
  await answer(again, { type: 'instruction', content: { text: `保留 ${first.cell}` } });
  const third = await run.message(
    (message) => others(message) && message.messageId !== again.messageId,
  );
  expect(third.explanation).toContain(`${first.cell} 保留原标识`);
  await answer(third, { type: 'approve' });
  await run.ended;
  expect(run.messages().at(-1)?.state).toBe('completed');
  const texts = readIn(run);
  expect(texts.length).toBeGreaterThan(20);
  // The receipt of an answer is the agent library's.
  const own = texts.filter((text) => text !== 'Answer received.');
  expect(own.filter((text) => !/\p{Script=Han}/u.test(text))).toEqual([]);
});

it('reports an unknown cell', async () => {
  const { run } = await begin('Rate dropped at NTO-9999-1, seed 7');
  await run.ended;
  expect(run.messages().at(-1)).toMatchObject({
    state: 'failed',
    explanation: 'There is no cell NTO-9999-1. Cells are named like NTO-0437-2.',
  });
});
