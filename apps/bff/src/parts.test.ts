import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { parts } from './parts.ts';
import { describeAgent, type Harness, startHarness } from './testing/harness.ts';
import { type ScriptedAgent, startScriptedAgent, upMessage } from './testing/scripted-agent.ts';

let harness: Harness | null = null;
let agent: ScriptedAgent | null = null;
afterEach(async () => {
  await harness?.close();
  await agent?.close();
  harness = null;
  agent = null;
});

/** A route of each part that can be left out. */
const routes: Record<string, string> = {
  registry: '/api/registry/services',
  gateway: '/api/gateway/routes',
  knowledge: '/api/knowledge/memories',
  tools: '/api/environment/artifacts',
  doors: '/api/door/calls/call',
  evidence: '/api/audit/entries/1',
  insights: '/api/insights?from=0&to=1',
};
const always = ['people', 'desk', 'mcp'];

/** All parts but one, and those that need it. */
function without(left: string): string[] {
  const gone = new Set([left]);
  for (const { id, needs } of parts) if (needs.some((need) => gone.has(need))) gone.add(id);
  return parts.map(({ id }) => id).filter((id) => !gone.has(id));
}

/** Asks a question and answers it. */
async function askAndAnswer({ start, request, untilPrompt }: Harness, from: ScriptedAgent) {
  const { taskId, runId } = await start();
  const run = await from.run(0);
  run.send({ type: 'RUN_STARTED', threadId: taskId, runId });
  run.send(upMessage(taskId, { messageId: 'question-1', state: 'needsHumanDecision' }));
  const { id, digest } = await untilPrompt(taskId, 'open');
  const answer = { feedback: { type: 'approve' }, digest, idempotencyKey: 'answer-1' };
  const path = `/api/prompts/${encodeURIComponent(id)}/decisions`;
  expect((await request('POST', path, answer)).status).toBe(201);
  await untilPrompt(taskId, 'answered');
  expect(JSON.stringify(await from.feedback(0))).toContain('"approve"');
}

it('every part that can be left out is tried without', () => {
  const ids = parts.map(({ id }) => id).filter((id) => !always.includes(id));
  expect(ids.toSorted()).toEqual(Object.keys(routes).toSorted());
});

describe.each([...Object.keys(routes), 'all of them'])('without %s', (left) => {
  it('the server starts, asks and answers, and the rest is not there', async () => {
    const ids = left === 'all of them' ? always : without(left);
    agent = await startScriptedAgent();
    harness = await startHarness({ agents: [describeAgent(agent)], parts: ids });
    await askAndAnswer(harness, agent);
    const { request } = harness;
    expect((await request('GET', '/api/me')).body.parts).toEqual(ids);
    expect((await request('GET', '/api/agents')).body.items).toHaveLength(1);
    for (const [part, path] of Object.entries(routes)) {
      if (ids.includes(part)) continue;
      const { status, body } = await request('GET', path);
      expect({ part, status, type: String(body.type).split('/').at(-1) }).toEqual({
        ...{ part, status: 404, type: 'not-found' },
      });
    }
  });
});

it('the documentation lists every part with what it needs', () => {
  const rows = readFileSync('docs/operations.md', 'utf8').matchAll(
    /^\| `([a-z]+)` \| [^|]+ \| ?([^|]*) ?\|$/gm,
  );
  const listed = [...rows].map(([, id, needs = '']) => [id, needs.match(/[a-z]+/g) ?? []]);
  expect(Object.fromEntries(listed)).toEqual(
    Object.fromEntries(parts.map(({ id, needs }) => [id, [...needs]])),
  );
});

describe('COUNTERSIGN_PARTS', () => {
  const partsIn = (value: string) => readConfig({ COUNTERSIGN_PARTS: value }).parts;

  it('names parts, in any order; without it there are all', () => {
    expect(partsIn('mcp, desk')).toEqual(['mcp', 'desk']);
    expect(readConfig({}).parts).toBeNull();
  });

  it.each([
    ['desk,garden', 'COUNTERSIGN_PARTS: There is no part "garden". The parts are people, desk, '],
    ['desk,gateway', 'COUNTERSIGN_PARTS: The part "gateway" needs the part "registry". Add'],
  ])('%s is refused with a sentence', (value, sentence) => {
    expect(() => partsIn(value)).toThrow(ConfigError);
    expect(() => partsIn(value)).toThrow(sentence);
  });
});
