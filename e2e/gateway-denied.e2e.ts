import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { promptsOf } from './pages/asking.ts';
import { inbox } from './pages/console.ts';
import { openAt } from './pages/desk.ts';
import { expectAccessibleInBoth, expectFitsPhone } from './pages/page-checks.ts';
import { addScripted, begin, finish, sendText } from './pages/scripted-task.ts';
import { startTask } from './pages/task-page.ts';
import { scriptedAgent } from './scripted-agent.ts';
import { registrantToken, type Stack } from './stack.ts';

test.use({ stackOptions: { crew: false } });
test.describe.configure({ timeout: 120_000 });

const reason = 'Not before the customer has signed.';
const painter = {
  ...{ name: 'painter', protocol: 'http', host: '10.0.0.5', port: 8443, agent_protocol: 'hai' },
  agent_info: { agent_descriptor: { name: 'Painter', url: 'http://10.0.0.5:8443/run' } },
};

/** Opens the painter to registrants; a person allows each call. */
async function openPainter(stack: Stack): Promise<void> {
  await stack.api('/api/uap/services', { body: painter });
  const put = (path: string, body: object) =>
    stack.api(`/api/gateway/${path}/to-painter`, { method: 'PUT', body });
  await put('routes', { service: 'painter', agentProtocol: '' });
  await put('policies', {
    ...{ callers: ['*'], approval: true, callsPerMinute: 5, hosts: ['10.0.0.5:8443'] },
    callerMayAnswer: false,
  });
}

interface A2aTask {
  id: string;
  status: { state: string; message?: { parts: { text?: string }[]; metadata?: object } };
}

/** The client of A2A that an agent has for other agents: it waits until its task has ended. */
async function callPainter(url: string): Promise<A2aTask> {
  const rpc = async (method: string, params: object): Promise<A2aTask> => {
    const response = await fetch(`${url}/api/gateway/a2a/painter`, {
      method: 'POST',
      headers: { authorization: `Bearer ${registrantToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return ((await response.json()) as { result: A2aTask }).result;
  };
  const parts = [{ kind: 'text', text: 'Paint the hall' }];
  // A call of a held task is answered when it is decided.
  return rpc('message/send', {
    message: { kind: 'message', messageId: crypto.randomUUID(), role: 'user', parts },
    configuration: { blocking: true },
  });
}

/** An agent of this console that calls the painter through the gateway in its task. */
async function surveyor(stack: Stack) {
  const received: A2aTask[] = [];
  const agent = await scriptedAgent(async (run) => {
    begin(run);
    const toolCallId = 'call-1';
    run.event({ type: 'TOOL_CALL_START', toolCallId, toolCallName: 'paint_hall' });
    run.event({ type: 'TOOL_CALL_ARGS', toolCallId, delta: '{"room":"hall"}' });
    run.event({ type: 'TOOL_CALL_END', toolCallId });
    const task = await callPainter(stack.url);
    received.push(task);
    const said = task.status.message?.parts.map(({ text }) => text).join(' ') ?? '';
    const content = JSON.stringify({ state: task.status.state, said });
    run.event({ type: 'TOOL_CALL_RESULT', messageId: 'result-1', toolCallId, content });
    sendText(run, 'm-1', `The painter was not called. ${said}`);
    finish(run);
  });
  await addScripted(stack, agent, { id: 'surveyor', name: 'Surveyor' });
  return { received, close: agent.close };
}

/** The question about the held call. */
async function heldCall(stack: Stack): Promise<string> {
  let id: string | undefined;
  const ask = async () => {
    const { items } = await stack.api<{ items: { id: string; ask: string }[] }>('/api/prompts');
    id = items.find((prompt) => prompt.ask.includes('call painter'))?.id;
    return id !== undefined;
  };
  await expect.poll(ask, { message: 'a held call' }).toBe(true);
  return id ?? '';
}

async function refuse(page: Page, stack: Stack, promptId: string): Promise<void> {
  await openAt(page, stack, promptId);
  const { panel, answer, send } = inbox(page);
  await expect(panel.getByText(/needs a person’s permission/)).toBeVisible();
  await answer('Reject').click();
  await panel.getByRole('textbox', { name: /Reason/ }).fill(reason);
  await send('Send rejection').click();
}

test('a call that an operator refuses: followed from its caller to the lineage and the changes', async ({
  console: page,
  stack,
}) => {
  await openPainter(stack);
  const caller = await surveyor(stack);
  const taskId = await startTask(stack, 'surveyor', 'Have the hall painted');
  const promptId = await heldCall(stack);
  await refuse(page, stack, promptId);

  // The caller, in the words of its protocol.
  await expect.poll(() => caller.received.length).toBe(1);
  const said = `A person did not allow this call: ${reason}`;
  expect(caller.received[0]?.status).toMatchObject({
    state: 'rejected',
    message: { parts: [{ text: said }], metadata: { 'countersign.error': 'refused-by-operator' } },
  });
  // The agent was never called: only the task of the caller exists.
  const { items } = await stack.api<{ items: { id: string }[] }>('/api/tasks');
  expect(items.map(({ id }) => id)).toEqual([taskId]);
  expect(await promptsOf(stack, taskId)).toEqual([]);

  // The lineage of the task that wanted it.
  await page.goto(`${stack.url}/tasks/${taskId}?tab=lineage`);
  await page
    .locator('.react-flow__node')
    .filter({ hasText: /paint[_ ]hall/i })
    .click();
  const details = page.getByRole('complementary', { name: 'Details of the node' });
  await details.getByRole('button', { name: 'Show in the stream' }).click();
  const stream = page.getByRole('region', { name: 'Stream' });
  await expect(stream.getByText(reason).first()).toBeVisible();

  // The gateway: who refused whose call, and why.
  await page.goto(`${stack.url}/agents/registry/gateway`);
  const change = page.getByRole('listitem').filter({ hasText: 'to painter was refused' });
  await expect(change).toContainText(`A call of Registrant to painter was refused: ${reason}`);
  await expect(change).toContainText('Administrator');
  await expectAccessibleInBoth(page, 'changes of the gateway with a refused call');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFitsPhone(page, 'changes of the gateway with a refused call');
  await page.setViewportSize({ width: 1440, height: 900 });
  await change.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/inbox/${promptId}`));
  const { panel } = inbox(page);
  await expect(panel.getByText(reason).first()).toBeVisible();
  await expect(panel.getByText(/Answered by you/)).toBeVisible();
  await caller.close();
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });
  test('a refused call is among the changes', async ({ console: page, stack }) => {
    await openPainter(stack);
    const answered = callPainter(stack.url);
    const id = await heldCall(stack);
    const { digest } = await stack.api<{ digest: string }>(`/api/prompts/${id}`);
    const feedback = { type: 'reject', content: { reason } };
    await stack.api(`/api/prompts/${id}/decisions`, {
      body: { feedback, digest, idempotencyKey: crypto.randomUUID() },
    });
    expect((await answered).status.state).toBe('rejected');
    await page.goto(`${stack.url}/agents/registry/gateway`);
    await expect(page.getByText(`拒绝了 registrant 对 painter 的调用：${reason}`)).toBeVisible();
    await expectAccessibleInBoth(page, 'a refused call in Chinese');
  });
});
