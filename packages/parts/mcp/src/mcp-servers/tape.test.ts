import type { Prompt } from '@countersign/api/prompt';
import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import { agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import type { JsonObject } from '@countersign/json/json-object';
import { type McpTapeServer, startMcpTapeServer } from '@countersign/testkit/mcp-tape-server';
import { readTape } from '@countersign/testkit/tape';
import { afterAll, beforeAll, expect, it } from 'vitest';

const tape = readTape('mcp-everything', 'session');
let server: McpTapeServer;
let harness: Harness;

beforeAll(async () => {
  server = await startMcpTapeServer(tape);
  const described = { id: 'everything', name: 'Everything', protocol: 'mcp', url: server.url };
  const direct = recorded('tools/call').map(({ name }) => name);
  harness = await startHarness({
    agents: [agentDescriptorSchema.parse({ ...described, mcp: { direct } })],
  });
});
afterAll(async () => {
  await harness.close();
  await server.close();
});

/** The parameters of the requests of a method on the tape. */
const recorded = (method: string): { name: string; arguments: JsonObject }[] =>
  bodies(method).map(({ params }) => params as { name: string; arguments: JsonObject });

const bodies = (method: string | undefined): JsonObject[] =>
  tape.exchanges
    .map(({ request }) => request.body as JsonObject)
    .filter((body) => body['method'] === method);

async function call(name: string, args: JsonObject): Promise<string> {
  const input = { tool: name, arguments: args };
  const { body } = await harness.request('POST', '/api/tasks', { agentId: 'everything', input });
  return String(body['taskId']);
}

const decide = (prompt: Prompt, feedback: object) =>
  harness.request('POST', `/api/prompts/${prompt.id}/decisions`, {
    feedback,
    digest: prompt.digest,
    idempotencyKey: `answer-${prompt.id}`,
  });

/** The result that the reference client returned for this answer: what a person has to enter. */
function feedbackFor(result: JsonObject): object {
  if (result['action'] === 'accept' && result['content'] === undefined) return { type: 'approve' };
  const content = result['content'] as JsonObject;
  const value = result['role'] === undefined ? content : { text: content['text'] };
  return { type: 'edit', content: { value } };
}

it('the answers of people equal those of the reference client, which the real server accepted', async () => {
  const answers = bodies(undefined).map(({ result }) => result as JsonObject);
  const given: unknown[] = [];
  for (const [index, tool] of [
    'trigger-elicitation-request',
    'trigger-url-elicitation',
    'trigger-sampling-request',
  ].entries()) {
    const params = recorded('tools/call').find(({ name }) => name === tool)!;
    const taskId = await call(tool, params.arguments);
    const prompt = await harness.untilPrompt(taskId, 'open');
    expect((await decide(prompt, feedbackFor(answers[index]!))).status).toBe(201);
    await harness.untilStatus(taskId, 'finished');
    given.push(server.received.findLast((body) => body['method'] === undefined)?.['result']);
    expect(harness.facts(taskId, 'countersign.anomaly')).toEqual([]);
  }
  expect(given).toEqual(answers);
});

it('calls without questions equal those of the reference client, and their results are read', async () => {
  const asking = /^trigger-(elicitation|url|sampling)/;
  for (const { name, arguments: args } of recorded('tools/call')) {
    if (asking.test(name)) continue;
    const taskId = await call(name, args);
    await harness.untilStatus(taskId, 'finished');
    const sent = server.received.findLast((body) => body['method'] === 'tools/call');
    expect(sent?.['params']).toMatchObject({ name, arguments: args });
    expect(harness.facts(taskId, 'countersign.anomaly')).toEqual([]);
    const said = JSON.stringify(harness.events(taskId));
    expect(said).not.toContain('does not fit the output schema');
    if (name === 'echo') expect(said).toContain('Echo: Is anybody there?');
    if (name === 'trigger-long-running-operation') expect(said).toContain('"total":3');
    if (name === 'get-resource-reference') expect(said).toContain('demo://resource/dynamic/text/3');
  }
});

it('its card lists what it offers', async () => {
  const { body } = await harness.request('GET', '/api/agents/everything/card');
  expect(body['card']).toMatchObject({
    name: 'Everything Reference Server',
    interfaces: [{ version: '2025-11-25' }],
    offers: {
      tools: expect.arrayContaining([expect.objectContaining({ name: 'trigger-url-elicitation' })]),
      resources: expect.arrayContaining([
        expect.objectContaining({ name: 'architecture.md' }),
        expect.objectContaining({ isTemplate: true }),
      ]),
      prompts: expect.arrayContaining([
        expect.objectContaining({ name: 'args-prompt', arguments: ['city', 'state'] }),
      ]),
    },
  });
});

it('a long call of the tape is followed as a task, and its question answered', async () => {
  await harness.close();
  await server.close();
  const recordedTask = readTape('mcp-everything', 'task');
  server = await startMcpTapeServer(recordedTask);
  const described = { id: 'everything', name: 'Everything', protocol: 'mcp', url: server.url };
  const mcp = { direct: ['simulate-research-query'], roots: [] };
  harness = await startHarness({ agents: [agentDescriptorSchema.parse({ ...described, mcp })] });
  const taskId = await call('simulate-research-query', { topic: 'python', ambiguous: true });
  const prompt = await harness.untilPrompt(taskId, 'open');
  const { status } = await harness.request('POST', `/api/prompts/${prompt.id}/decisions`, {
    feedback: { type: 'edit', content: { value: { interpretation: 'snake' } } },
    digest: prompt.digest,
    idempotencyKey: 'answer-of-the-tape',
  });
  expect(status).toBe(201);
  await harness.untilStatus(taskId, 'finished');
  expect(JSON.stringify(harness.events(taskId))).toContain('Research Report: python (snake)');
  expect(harness.facts(taskId, 'countersign.anomaly')).toEqual([]);
  const answers = server.received.filter(({ method }) => method === undefined);
  expect(answers).toMatchObject([
    { result: { action: 'accept', content: { interpretation: 'snake' } } },
  ]);
});
