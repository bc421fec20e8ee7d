import { expect } from '../fixtures.ts';
import { startAsking } from '../pages/asking.ts';
import { answerPlace, inbox, openPrompt, runStatus, startHiring } from '../pages/console.ts';
import { crews } from '../pages/crews.ts';
import { startCrowd, untilOpen } from '../pages/crowd.ts';
import { settleFocus } from '../pages/keyboard.ts';
import { alarm } from '../pages/radio-plan.ts';
import { completeRequest, startTask } from '../pages/task-page.ts';
import { questions } from './questions.ts';
import { type Place, scene } from './scene.ts';
import { at, both, broken, closed, dialog, pressed, settings } from './steps.ts';

/** A registry below this one, and one below that. */
const below = async ({ stack }: Place<unknown>) => {
  const one = { protocol: 'http', host: '10.0.0.5', agent_protocol: 'hai' };
  const services = [
    { ...one, name: 'painter', port: 8443 },
    {
      ...one,
      name: 'sculptor',
      port: 8444,
      origin_registry: 'rack',
      origin_path: ['rack', 'site'],
    },
  ];
  await stack.api('/api/uap/tree/site', { body: { services } });
};

/** Two routes of the gateway: one that callers can use, and one that nobody can. */
const opened = async ({ stack }: Place<unknown>) => {
  const services =
    await stack.api<{ name: string; host: string; port: number }[]>('/api/uap/services');
  const [first, second] = services;
  if (first === undefined || second === undefined) return;
  for (const { name } of [first, second]) {
    const body = { service: name, agentProtocol: '' };
    await stack.api(`/api/gateway/routes/to-${name}`, { method: 'PUT', body });
  }
  await stack.api(`/api/gateway/policies/to-${first.name}`, {
    method: 'PUT',
    body: {
      ...{ callers: ['demo-crew', 'night-shift'], approval: true, callsPerMinute: 30 },
      ...{ hosts: [`${first.host}:${first.port}`], callerMayAnswer: false },
    },
  });
};

scene('new-server', {
  prepare: async () => null,
  screens: {
    'sign-in': at('/sign-in', 'Sign in'),
    'inbox-empty': at('/inbox', 'Which agent do you use?'),
    connect: both(at('/connect', 'Which agent do you use?'), async ({ page }) => {
      await page.getByRole('button', { name: /^(Make a token|生成令牌)$/ }).click();
      await expect(
        page.getByText(/^(Waiting for its first question|正在等待它的第一个提问)/),
      ).toBeVisible();
    }),
    'tasks-empty': at('/tasks', 'No tasks yet'),
    'task-start': both(at('/tasks', 'No tasks yet'), dialog('Start a task', 'Start a task')),
    'wall-empty': at('/wall', /Nothing|No task/),
    agents: at('/agents', 'Orchestrator'),
    'agent-add': both(at('/agents', 'Orchestrator'), dialog('Add an agent', 'Add an agent')),
    registry: at('/agents/registry/services', 'Healthy'),
    // The three agents of the radio crew, which register one after the other.
    'registry-find': async ({ page, stack }) => {
      const path = '/agents/registry/services?find=find the cause of an alarm in a radio network';
      await expect(async () => {
        await page.goto(`${stack.url}${path}`);
        await expect(page.getByText(/% match/)).toHaveCount(3, { timeout: 2_000 });
      }).toPass();
    },
    'registry-service': {
      go: both(at('/agents/registry/services', 'Healthy'), async ({ page }) => {
        await page.getByRole('table').getByRole('link', { name: /radio/i }).first().click();
        await expect(page.getByText('Registered by', { exact: true })).toBeVisible();
      }),
    },
    'registry-leases': at('/agents/registry/leases', /renewed/),
    'registry-tree': both(below, at('/agents/registry/tree', 'rack')),
    'registry-new': at('/agents/registry/new', /the registry would refuse it/),
    'registry-edit': {
      go: both(at('/agents/registry/services', 'Healthy'), async ({ page }) => {
        await page.getByRole('table').getByRole('link', { name: /radio/i }).first().click();
        await page.getByRole('link', { name: /Edit|修改/ }).click();
        await page.getByRole('textbox', { name: /Path|路径/ }).fill('/v2');
        await page.getByRole('button', { name: /Review changes|查看更改/ }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
      }),
    },
    'gateway-empty': at('/agents/registry/gateway', 'No service is open to callers'),
    'gateway-policy': both(
      at('/agents/registry/gateway', 'No service is open to callers'),
      dialog('Open a service', 'Open a service to callers'),
    ),
    gateway: both(opened, at('/agents/registry/gateway', /a minute per caller/)),
    'gateway-try': {
      go: both(
        at('/agents/registry/gateway?try=orchestrator', 'Fill in an example'),
        async ({ page }) => {
          await page.getByRole('button', { name: 'Fill in an example' }).click();
          await page.getByRole('button', { name: 'Preview' }).click();
          await expect(page.getByRole('heading', { name: 'What was understood' })).toBeVisible();
        },
      ),
    },
    'settings-general': settings('general', /Saved on this machine/),
    'settings-operators': settings('operators', 'Operators'),
    'settings-policy': settings('policy', /Critical/i),
    'settings-webhooks': settings('webhooks', /webhook/i),
    'rules-empty': settings('rules', 'No rule answers anything'),
    'not-found': at('/no/such/page', 'Page not found'),
    keys: {
      go: both(at('/inbox', 'No agent is blocked'), async ({ page }) => {
        await page.keyboard.press('?');
        await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
      }),
      leave: closed,
    },
    'open-file': at('/open', /file/i),
    guide: at('/guide', /Guide/),
    'prompt-unknown': at('/inbox/pr_none', 'Question not found'),
    'task-unknown': at('/tasks/task-none', 'Task not found'),
    'service-unknown': at('/agents/registry/services/none', 'Service not found'),
    'registry-failed': broken(
      '/api/registry/**',
      '/agents/registry/services',
      'The registry could not be loaded',
    ),
    'agent-unknown': at('/agents/none', 'Agent not found'),
    'tasks-failed': broken('/api/tasks', '/tasks', 'The tasks could not be loaded'),
    'settings-failed': broken('/api/webhooks', '/settings/webhooks', 'This could not be loaded'),
    'operator-add': both(settings('operators', 'Operators'), pressed(/^Add an operator/)),
    'webhook-add': both(settings('webhooks', /webhook/i), pressed(/^Add a webhook/)),
  },
});

interface Crews {
  radio: string;
  place: string;
  plan: string;
  offer: string;
}

interface Ended {
  taskId: string;
  promptId: string;
}

/** A view of the radio task, laid out again in each window size. */
const view = (tab: string, sign: string | RegExp) => ({
  go: at<Crews>(({ radio }) => `/tasks/${radio}?tab=${tab}`, sign),
  fresh: true,
});

scene<Crews>('two-crews', {
  options: { recallMs: 60_000 },
  async prepare(stack) {
    const hiring = await startHiring(stack);
    const radio = await startTask(stack, 'radio-master', alarm);
    const offering = await startTask(stack, 'orchestrator', completeRequest);
    const [place, plan, offer] = await Promise.all([
      openPrompt(stack, hiring, 'blocking'),
      openPrompt(stack, radio, 'blocking'),
      openPrompt(stack, offering, 'followup'),
    ]);
    return { radio, place: place.id, plan: plan.id, offer: offer.id };
  },
  screens: {
    inbox: at('/inbox', /Where should the/),
    'prompt-place': at(({ place }) => `/inbox/${place}`, /Where should the/),
    'prompt-place-form': both(
      at(({ place }) => `/inbox/${place}`, /Where should the/),
      ({ page }) => inbox(page).answer('Fill in').click(),
    ),
    // The picture of the README: filled in, and ready to be sent.
    'prompt-place-filled': both(
      at(({ place }) => `/inbox/${place}`, /Where should the/),
      async ({ page }) => {
        const { answer, panel, send } = inbox(page);
        await answer('Fill in').click();
        await panel.getByLabel(/^City/).fill('Leipzig');
        await panel.getByLabel('Remote share').selectOption({ index: 3 });
        await expect(send(/^(Send answer|发送答复)/)).toBeEnabled();
      },
    ),
    'prompt-plan': at(({ plan }) => `/inbox/${plan}`, /Change the identit/),
    'prompt-plan-edit': both(
      at(({ plan }) => `/inbox/${plan}`, /Change the identit/),
      ({ page }) => inbox(page).answer('Edit').click(),
    ),
    'prompt-offer': at(({ offer }) => `/inbox/${offer}`, /Whom shall I invite/),
    'prompt-offer-rank': both(
      at(({ offer }) => `/inbox/${offer}`, /Whom shall I invite/),
      ({ page }) => inbox(page).answer('Rank').click(),
    ),
    'prompt-offer-compare': {
      go: both(
        at(({ offer }) => `/inbox/${offer}`, /Whom shall I invite/),
        pressed(/^Compare/),
      ),
      leave: closed,
    },
    'prompt-place-bytes': {
      go: both(
        at(({ place }) => `/inbox/${place}`, /Where should the/),
        both(pressed('Reject'), pressed('Exact bytes')),
      ),
      leave: closed,
    },
    'prompt-place-comment': both(
      at(({ place }) => `/inbox/${place}`, /Where should the/),
      ({ page }) => inbox(page).answer('Comment').click(),
    ),
    'prompt-snooze': {
      go: both(
        at(({ place }) => `/inbox/${place}`, /Where should the/),
        async ({ page }) => {
          await page.getByRole('button', { name: 'More about this question' }).click();
          await page.getByRole('menuitem', { name: /^Snooze/ }).click();
        },
      ),
      leave: closed,
    },
    'inbox-filter': both(at('/inbox', /Where should the/), pressed('Filter')),
    'inbox-no-match': at('/inbox?q=nothing-is-called-so', 'No question matches'),
    'inbox-picked': both(at('/inbox', /Where should the/), async ({ page }) => {
      await inbox(page)
        .row(/Where should/)
        .click();
      await settleFocus(page);
      await page.keyboard.press('Escape');
      await page.keyboard.press('x');
    }),
    tasks: at('/tasks', 'Needs decision'),
    'tasks-no-match': at('/tasks?q=nothing-is-called-so', 'No task matches'),
    'agent-page': at('/agents/orchestrator', /by people/),
    'agent-called': at('/agents/recommender', /acted for it/),
    'task-stream': view('stream', /Downlink rate dropped/),
    'task-lineage': view('lineage', 'Master'),
    'task-flow': view('flow', 'Master'),
    'task-timeline': view('timeline', 'Master'),
    'task-state': view('state', 'workflowItems'),
    'task-events': view('events', /\d events/),
    'task-decisions': view('decisions', /Change the identit|No decision/),
    'task-stop': {
      go: both(
        at(({ radio }) => `/tasks/${radio}?tab=stream`, /Downlink rate dropped/),
        pressed('Stop', 'Stop this task?'),
      ),
      leave: closed,
    },
    'task-past': view('stream&at=60', /As it was at/),
    'task-why': {
      go: both(
        at(({ plan }) => `/inbox/${plan}`, /Change the identit/),
        async ({ page }) => {
          await page.getByRole('link', { name: 'Why am I asked' }).first().click();
          await expect(page.getByText('Why am I asked').first()).toBeVisible();
        },
      ),
      fresh: true,
    },
    wall: at('/wall', 'Needs decision'),
    palette: {
      go: both(at('/tasks', 'Needs decision'), async ({ page }) => {
        await page.keyboard.press('Control+k');
        await page.getByPlaceholder('A page, a task, a question, a command').fill('ra');
        await expect(page.getByRole('option').first()).toBeVisible();
      }),
      leave: closed,
    },
    bell: {
      go: both(at('/tasks', 'Needs decision'), ({ page }) =>
        page.getByRole('button', { name: /^(Not seen yet|Nothing new|没有新提问)/ }).click(),
      ),
      leave: closed,
    },
    'rule-new': at(({ place }) => `/settings/rules/new?prompt=${place}`, /rule/i),
    offline: {
      go: both(
        at(({ place }) => `/inbox/${place}`, /Where should the/),
        async (place) => {
          await expect(place.page.getByText('Connection: Live')).toBeVisible();
          await place.stack.killServer('SIGKILL');
          await expect(place.page.getByText(/^Offline for/).first()).toBeVisible();
        },
      ),
      leave: ({ stack }) => stack.startServer(),
    },
  },
});

scene<Ended>('at-its-end', {
  async prepare(stack) {
    const taskId = await startHiring(stack);
    await answerPlace(stack, taskId);
    const { id, digest } = await openPrompt(stack, taskId, 'followup');
    await stack.api(`/api/prompts/${id}/decisions`, {
      body: { digest, idempotencyKey: `yes-${id}`, feedback: { type: 'approve' } },
    });
    await runStatus(stack, taskId, 'finished');
    const radio = crews.find(({ name }) => name === 'radio');
    const radioId = await radio?.start(stack);
    if (radioId !== undefined) await radio?.finish(stack, radioId);
    return { taskId, promptId: id };
  },
  screens: {
    'ended-stream': { go: at(({ taskId }) => `/tasks/${taskId}`, 'Finished'), fresh: true },
    'ended-lineage': {
      go: at(({ taskId }) => `/tasks/${taskId}?tab=lineage`, /Finished/),
      fresh: true,
    },
    'ended-decisions': at(({ taskId }) => `/tasks/${taskId}?tab=decisions`, /approved/i),
    'ended-tasks': at('/tasks', 'Finished'),
    'prompt-answered': at(({ promptId }) => `/inbox/${promptId}`, /Answer/),
  },
});

scene('every-kind', {
  options: { crew: false },
  async prepare(stack) {
    const asking = await startAsking(stack, {
      id: 'agent-7f3c1e52-9d5a-4c7b-8a54-0f6f5e2a9b11',
      name: 'Planner of everything',
    });
    for (const [messageId, members] of Object.entries(questions)) asking.say(messageId, members);
    await untilOpen(stack, Object.keys(questions).length);
    return asking;
  },
  screens: Object.fromEntries(
    [
      ['critical', /Reassign/],
      ['text', /Publish/],
      ['form', /Where should/],
      ['rank', /In which order/],
      ['arabic', /هل/],
      ['unread', /could not be read/],
    ].map(([name, words]) => [
      `prompt-${String(name)}`,
      async ({ page, stack }: Place<unknown>) => {
        await page.goto(`${stack.url}/inbox`);
        await inbox(page)
          .row(words ?? '')
          .click();
        await expect(inbox(page).panel.getByRole('heading', { level: 1 })).toBeVisible();
      },
    ]),
  ),
});

scene('many', {
  options: { crew: false },
  prepare: (stack) => startCrowd(stack, ['Refund Desk', 'Payments', 'Rooms'], 14),
  screens: {
    'inbox-many': at('/inbox', /Refund order/),
    'inbox-grouped': at('/inbox?group=equal', /Refund order/),
    bulk: async ({ page, stack }) => {
      await page.goto(`${stack.url}/inbox?group=equal`);
      await expect(page.getByText('Connection: Live')).toBeVisible();
      await inbox(page)
        .row(/Refund order/)
        .first()
        .click();
      await expect(page.getByRole('table')).toBeVisible();
      await settleFocus(page);
    },
    'bulk-fill': async ({ page, stack }) => {
      await page.goto(`${stack.url}/inbox?group=equal`);
      await inbox(page)
        .row(/Refund order/)
        .first()
        .click();
      await expect(page.getByRole('table')).toBeVisible();
      await settleFocus(page);
      await page.getByRole('button', { name: /^Fill in together/ }).click({ timeout: 30_000 });
    },
    'wall-many': at('/wall', 'Needs decision'),
  },
});
