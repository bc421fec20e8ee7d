import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inbox } from '../pages/console.ts';
import { openAt } from '../pages/desk.ts';
import { alarm } from '../pages/radio-plan.ts';
import { untilRegistered } from '../pages/registered.ts';
import { taskPage } from '../pages/task-page.ts';
import { registrantToken, type Stack } from '../stack.ts';
import { checked } from './checked.ts';
import { isA2aAnswer } from './cutting-proxy.ts';
import { callApproved, connectAgent, environmentOptions, registerService } from './environment.ts';
import { answerWith, expect, giveTask, openPrompts, testAgainst } from './fixtures.ts';
import { countOf, expectKept } from './lost-reply.ts';

const test = testAgainst('a2a');
test.use({ stackOptions: { crew: false } });

const protocol = { protocol: 'a2a' };

for (const [way, called] of [
  ['rpc', 'protocol 1.0 over JSON-RPC'],
  ['rest', 'protocol 1.0 over HTTP+JSON'],
  ['quiet', 'protocol 1.0 without streams'],
  ['old', 'protocol 0.3 over JSON-RPC'],
  ['oldRest', 'protocol 0.3 over HTTP+JSON'],
]) {
  test(`a person’s answer reaches the agent: ${called}`, async ({
    console: page,
    stack,
    counterpart,
  }) => {
    const taskId = await giveTask(stack, counterpart.urls[way!]!, 'Book a train', protocol);
    const [prompt] = await openPrompts(stack, taskId, 1);
    await openAt(page, stack, prompt!.id);
    await inbox(page).answer('Instruct').click();
    await inbox(page).panel.getByLabel('Instruction').fill('the 9:10');
    await inbox(page).send('Send instruction').click();
    await inbox(page).expectAcknowledged();
    const { open, stream } = taskPage(page, stack);
    await open(taskId);
    await expect(stream.getByText('Your ticket for the 9:10 is booked.')).toBeVisible();
    await expect(stream.getByText('Booked: the 9:10')).toHaveCount(1);
    await expect(stream.getByText('Two trains: 7:05 and 9:10.')).toHaveCount(1);
  });
}

for (const way of ['rpc', 'rest', 'quiet', 'old', 'oldRest']) {
  test(`an answer is not asked again wherever its reply breaks off: ${way}`, ({
    console: page,
    stack,
    counterpart: { urls },
  }) =>
    expectKept(page, stack, {
      ...{ target: urls[way]!, members: protocol, isAnswer: isA2aAnswer },
      content: 'Book a train',
      feedback: { type: 'instruction', content: { text: 'the 9:10' } },
      isRead: true,
      carriedOut: () => countOf(urls['booked']),
    }));
}

test('a question in UpFormat has the complete form', async ({
  console: page,
  stack,
  counterpart,
}) => {
  const taskId = await giveTask(stack, counterpart.urls['rpc']!, 'Pay the invoice', protocol);
  const [prompt] = await openPrompts(stack, taskId, 1);
  expect(prompt!.message.payload).toEqual({ amount: 120, to: 'Nordic Paper' });
  await answerWith(page, stack, prompt, 'Approve');
  const { open, stream } = taskPage(page, stack);
  await open(taskId);
  await expect(stream.getByText(/^Paid: approve/)).toBeVisible();
});

test('a question that nobody answers in time ends for the agent', async ({
  stack,
  counterpart,
}) => {
  const taskId = await giveTask(stack, counterpart.urls['rpc']!, 'Pay the invoice soon', protocol);
  await openPrompts(stack, taskId, 1);
  const events = async () => JSON.stringify(await stack.api(`/api/tasks/${taskId}/events`));
  await expect.poll(events).toContain('Not paid: expired. Nobody answered in time.');
});

async function stopped(stack: Stack, url: string): Promise<void> {
  const taskId = await giveTask(stack, url, 'Tell me a long story', protocol);
  const status = async () =>
    (await stack.api<{ runStatus: string }>(`/api/tasks/${taskId}`)).runStatus;
  const events = () => stack.api<{ items: unknown[] }>(`/api/tasks/${taskId}/events`);
  await expect.poll(async () => JSON.stringify(await events())).toContain('Line 2.');
  await stack.api(`/api/tasks/${taskId}/control`, {
    body: { action: 'stop', idempotencyKey: `stop-${taskId}` },
  });
  await expect.poll(status).toBe('stopped');
}

test('a task is cancelled', ({ stack, counterpart }) => stopped(stack, counterpart.urls['rpc']!));
test('a task of protocol version 0.3 is cancelled', ({ stack, counterpart }) =>
  stopped(stack, counterpart.urls['oldRest']!));

test('a long task continues after the server was killed, and nothing is duplicated', async ({
  stack,
  counterpart,
}) => {
  const taskId = await giveTask(stack, counterpart.urls['rpc']!, 'Tell me a long story', protocol);
  const reported = async () => {
    const { items } = await stack.api<{ items: { event: { type: string; delta?: unknown } }[] }>(
      `/api/tasks/${taskId}/events?limit=1000`,
    );
    return items
      .map(({ event: { type, delta } }) => (type === 'BUSINESS_DATA_CONTENT' ? String(delta) : ''))
      .join('');
  };
  await expect.poll(reported).toContain('Line 3.');
  await stack.killServer('SIGKILL');
  await stack.startServer();
  const before = /Line (\d+)\. $/.exec(await reported())?.[1] ?? '0';
  await expect.poll(reported).toContain(`Line ${Number(before) + 5}. `);
  const lines = [...(await reported()).matchAll(/Line (\d+)\./g)].map(([, number]) =>
    Number(number),
  );
  expect(lines).toEqual(lines.map((_, index) => index + 1));
});

/** Lets the registrant call a service of the crew. */
async function open(stack: Stack, name: string): Promise<void> {
  const [{ host, port }] = (await untilRegistered(stack, [name])) as [
    { host: string; port: number },
  ];
  await stack.api('/api/uap/routes', {
    body: { name: `to-${name}`, service: name, protocols: ['http'] },
  });
  await stack.api(`/api/gateway/policies/to-${name}`, {
    method: 'PUT',
    body: {
      ...{ callers: ['registrant'], approval: false, callsPerMinute: 10 },
      ...{ hosts: [`${host}:${port}`], callerMayAnswer: false },
    },
  });
}

/** The client of the A2A SDK, in a process of its own. */
function startClient(cardUrl: string, text: string, version: string) {
  const path = fileURLToPath(new URL('a2a/client.mjs', import.meta.url));
  const child = spawn(process.execPath, [path, cardUrl, registrantToken, text, version]);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { output: () => output, ended };
}

test.describe('through the gateway', () => {
  test.use({ stackOptions: { crew: true } });

  for (const version of ['1.0', '0.3']) {
    test(`a client of the A2A SDK calls a HAI agent of the crew in version ${version}, and a person decides in the middle`, async ({
      console: page,
      stack,
    }) => {
      await open(stack, 'radio-master');
      // It finds its helpers in the registry.
      await untilRegistered(stack, ['root-cause', 'configuration']);
      const card = `${stack.url}/api/gateway/a2a/radio-master/.well-known/agent-card.json`;
      const client = startClient(card, alarm, version);
      const tasks = async () =>
        (await stack.api<{ items: { id: string }[] }>('/api/tasks')).items.map(({ id }) => id);
      await expect.poll(tasks, { timeout: 60_000 }).toHaveLength(1);
      const [taskId] = await tasks();
      const [prompt] = await openPrompts(stack, taskId!, 1);
      // The SDK has its own names for the states of both versions.
      await expect.poll(client.output).toContain('Change the identit');
      await answerWith(page, stack, prompt, 'Approve');
      expect(await client.ended).toBe(0);
      const last = client.output().trim().split('\n').at(-1) ?? '';
      expect(last).toContain(`"id":"${taskId}"`);
      expect(last).toContain('went from');
      if (version === '1.0') expect(client.output()).toContain('a part of an artifact');
    });
  }
});

test('the check of the protocol recognises it, and finds the one fault that it has', async ({
  counterpart,
}) => {
  for (const way of ['rpc', 'oldRest']) {
    const { speaks, noted } = await checked(counterpart.urls[way]!, 'Book a train');
    expect(speaks).toBe('a2a');
    // The executor of this server publishes no end of a task that waits: the request to cancel it has no response.
    expect(noted).toEqual({ 'a2a.cancel': 'fail: There was no response within 20 seconds.' });
  }
});

test.describe('as a service of the environment', () => {
  test.use({ stackOptions: environmentOptions });

  for (const [way, words] of [
    ['rpc', 'Just say it'],
    ['old', 'Just say it'],
    ['rpc', 'Hello'],
  ] as const) {
    test(`its skill is a signifier, called after an approval: ${way}, ${words}`, async ({
      console: page,
      stack,
      counterpart,
    }) => {
      const { signifiers } = await registerService(stack, {
        ...{ name: 'booking', kind: 'a2a', url: counterpart.urls[way]! },
      });
      const [skill, ...others] = signifiers;
      expect(others).toEqual([]);
      expect(skill?.signifier.label).toBe('booking_Book a train');
      // No skill only reads: the protocol does not say so of any.
      const agent = await connectAgent(stack);
      const called = { agent, label: 'booking_Book a train', args: { text: words } };
      const outcome = await callApproved(page, stack, called);
      expect(outcome).toMatchObject({ state: 'done' });
      expect(JSON.stringify(outcome['result'])).toContain(
        words === 'Hello' ? 'Hello.' : 'Just said.',
      );
    });
  }
});
