import { createManualClock } from '@countersign/bff/testing/manual-clock';
import { type McpHarness, startMcpHarness } from '@countersign/bff/testing/mcp-harness';
import { afterEach, beforeEach, expect, it } from 'vitest';

const clock = createManualClock();
let mcp: McpHarness;
beforeEach(async () => {
  mcp = await startMcpHarness({ clock });
});
afterEach(() => mcp.close());

const push = {
  tool_name: 'Bash',
  input: { command: 'git push --force' },
  tool_use_id: 'toolu_01',
};
const verdict = async (args: object = push): Promise<unknown> =>
  JSON.parse((await mcp.call('permission_prompt', { ...args })).text);

it('allows a tool call with the input as a person approved or edited it', async () => {
  const asking = verdict();
  const prompt = await mcp.asked();
  expect(prompt).toMatchObject({
    ask: 'May the agent run Bash?',
    severity: 'major',
    message: { payload: push.input },
  });
  const value = { command: 'git push' };
  await mcp.answer(prompt, { type: 'edit', content: { value } });
  expect(await asking).toEqual({ behavior: 'allow', updatedInput: value });
  // The same call, repeated after a lost connection, has the same answer; another one under its id has none.
  expect(await verdict()).toEqual({ behavior: 'allow', updatedInput: value });
  const other = { ...push, input: { command: 'rm -rf /' } };
  expect(await verdict(other)).toMatchObject({ behavior: 'deny' });
});

it('denies with the words of the person', async () => {
  const asking = verdict();
  await mcp.answer(await mcp.asked(), { type: 'reject', content: { reason: 'Not on a Friday.' } });
  expect(await asking).toEqual({ behavior: 'deny', message: 'Not on a Friday.' });
});

it('denies what cannot be asked, what nobody answers, and what is withdrawn', async () => {
  expect(await verdict({ input: {} })).toMatchObject({ behavior: 'deny' });
  const { programQuestions } = mcp.server.services;
  const gone = new AbortController();
  const { data } = await mcp.call('ask_human', { message: 'Ready?', wait_seconds: 0 });
  const id = String(data['question_id']);
  // As many calls as a program may have: one more does not wait.
  const wait = { ms: 3_600_000, signal: AbortSignal.any([gone.signal]) };
  const waiting = Array.from({ length: 50 }, () => programQuestions.wait(mcp.ide, id, wait));
  expect(await verdict()).toEqual({ behavior: 'deny', message: 'No person has answered yet.' });
  const { items } = (await mcp.server.request('GET', '/api/prompts?state=withdrawn')).body;
  expect(items).toMatchObject([{ ask: 'May the agent run Bash?' }]);
  gone.abort();
  await Promise.all(waiting);
});

it('an approval is asked for with what the model thinks of its action', async () => {
  const { data } = await mcp.call('request_approval', {
    action: 'deploy',
    arguments: { replicas: 3 },
    severity: 'critical',
    confidence: 0.4,
    can_proceed: false,
    reasoning: 'The tests are green.',
    alternatives: ['Wait', { label: 'Deploy to staging', description: 'First.' }],
    context: { entity: 'Deployment', fields: { replicas: 'How many run' } },
    wait_seconds: 0,
  });
  expect(data).toMatchObject({ status: 'pending' });
  expect(await mcp.asked()).toMatchObject({
    severity: 'critical',
    message: {
      upThought: {
        confidence: 0.4,
        canProceed: false,
        reasoning: ['The tests are green.'],
        alternatives: ['Wait', { label: 'Deploy to staging', description: 'First.' }],
      },
      upContext: { entity: 'Deployment', fields: { replicas: 'How many run' } },
    },
  });
});
