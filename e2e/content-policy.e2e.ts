import { expect, test } from './fixtures.ts';
import { addScripted, begin, sendText } from './pages/scripted-task.ts';
import { taskPage } from './pages/task-page.ts';
import { scriptedAgent } from './scripted-agent.ts';
import type { Stack } from './stack.ts';

test.use({ fetchesAhead: true, stackOptions: { crew: false }, serviceWorkers: 'allow' });

const messageId = 'msg-9d5a4c7b-8a54-0f6f5e2a9b11';

/** An agent that uses every part of the console: markdown, charts, state, tools, a hired agent, a question. */
async function busyTask(stack: Stack): Promise<{ taskId: string; close: () => Promise<void> }> {
  const agent = await scriptedAgent(async (run) => {
    begin(run);
    sendText(
      run,
      messageId,
      '# Report\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n<img src=x onerror=alert(1)>',
    );
    run.event({ type: 'BUSINESS_DATA_START', messageId: 'outputs', role: 'assistant' });
    for (const output of [
      { type: 'chart', title: 'Rates', series: [{ name: 'Median', values: [88, 91] }] },
      { type: 'progress', value: 0.4, label: 'Geocoding' },
    ]) {
      run.event({ type: 'BUSINESS_DATA_CONTENT', messageId: 'outputs', delta: { output } });
    }
    run.event({ type: 'BUSINESS_DATA_END', messageId: 'outputs' });
    run.event({ type: 'STATE_SNAPSHOT', snapshot: { total: 3, rows: [{ name: 'x', value: 1 }] } });
    run.event({ type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/total', value: 4 }] });
    run.event({ type: 'STEP_STARTED', stepName: 'Weigh' });
    const toolCallId = 'call_Yk3Jp0x9QmTzV710bWc4RdNf';
    run.event({ type: 'TOOL_CALL_START', toolCallId, toolCallName: 'search' });
    run.event({ type: 'TOOL_CALL_ARGS', toolCallId, delta: '{"q":"freelancers"}' });
    run.event({ type: 'TOOL_CALL_END', toolCallId });
    run.event({ type: 'TOOL_CALL_RESULT', toolCallId, messageId: 'res-1', content: '[1,2,3]' });
    run.event({ type: 'STEP_FINISHED', stepName: 'Weigh' });
    run.event({
      type: 'CUSTOM',
      name: 'upformat.message',
      value: {
        messageId: 'ask-3f2b6c1e-9d5a-4c7b-8a54',
        threadId: run.input.threadId,
        timestamp: new Date().toISOString(),
        state: 'needsHumanDecision',
        agentId: 'busy',
        ask: 'Which of these?',
        payload: { free: { any: ['json', 1] }, name: 'Ada' },
        upContext: {
          schema: {
            type: 'object',
            properties: {
              name: { type: 'string' },
              free: {},
              at: { type: 'string', format: 'date-time' },
            },
          },
        },
      },
    });
    await run.closed;
  });
  await addScripted(stack, agent, { id: 'busy', name: 'Busy' });
  const { taskId } = await stack.api<{ taskId: string }>('/api/tasks', {
    body: { agentId: 'busy', message: 'Begin' },
  });
  return { taskId, close: agent.close };
}

/** The fixture fails a test on any violation reported by the browser, also those caught by a library. */
test('no screen violates the content policy', async ({ console: page, stack }) => {
  const { taskId, close } = await busyTask(stack);
  const visit = async (path: string, ready: () => Promise<void>) => {
    await page.goto(`${stack.url}${path}`);
    await ready();
  };
  const live = () => expect(page.getByText('Connection: Live')).toBeVisible();
  await visit('/inbox', live);
  await page.getByText('Which of these?').first().click();
  await expect(page.getByRole('heading', { name: 'Which of these?' })).toBeVisible();
  // The form of the answer, with its JSON editor.
  const panel = page.getByRole('region', { name: 'Decision' });
  await panel.getByRole('button', { name: 'Edit', exact: true }).click();
  await panel.getByRole('button', { name: 'JSON', exact: true }).click();
  const editor = panel.locator('textarea').first();
  await editor.fill('{"not": yet');
  await editor.fill('{"name": "Ada", "free": {"any": ["json", 2]}}');
  await visit(`/tasks/${taskId}`, async () => {
    const { stream } = taskPage(page, stack);
    await expect(stream.getByRole('table').first()).toBeVisible();
    await expect(stream.getByRole('img', { name: 'Rates' })).toBeVisible();
  });
  await visit(`/tasks/${taskId}?tab=lineage`, async () => {
    await expect(page.locator('.react-flow__node').first()).toBeVisible();
  });
  for (const tab of ['flow', 'timeline', 'state', 'events', 'decisions']) {
    await visit(`/tasks/${taskId}?tab=${tab}`, live);
  }
  await page.goto(`${stack.url}/tasks/${taskId}?tab=events`);
  await page.getByRole('button', { name: 'Report' }).click();
  for (const path of [
    '/tasks',
    '/wall',
    '/agents',
    '/settings/general',
    '/settings/operators',
    '/settings/policy',
    '/settings/webhooks',
    '/settings/rules',
    '/settings/rules/new',
  ]) {
    await visit(path, live);
  }
  await page.goto(`${stack.url}/agents`);
  await page.getByRole('button', { name: 'Add an agent' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  // While a dialog is open, the page's shortcuts do nothing.
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('Control+K');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  for (const path of ['/open', '/sign-in', '/nowhere']) {
    await page.goto(`${stack.url}${path}`);
    await expect(page.locator('main, .page').first()).toBeVisible();
  }
  await close();
});

test('text does not become a script, HTML or the address of a worker', async ({ page, stack }) => {
  await page.goto(`${stack.url}/sign-in`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  // In a script of the page: what the browser's tools evaluate is not fully subject to the policy.
  const outcome = await page.evaluate(() => {
    const tried = (act: () => unknown) => {
      try {
        act();
        return 'done';
      } catch (error) {
        return error instanceof Error ? error.name : 'error';
      }
    };
    return {
      html: tried(() => {
        document.createElement('div').innerHTML = '<b>x</b>';
      }),
      worker: tried(() => new Worker('/assets/other.js')),
      policy: tried(() =>
        window.trustedTypes?.createPolicy('default', {
          createScriptURL: (url: string) => url,
        }),
      ),
    };
  });
  expect(outcome).toEqual({ html: 'TypeError', worker: 'TypeError', policy: 'TypeError' });
});
