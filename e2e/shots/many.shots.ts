import { expect } from '../fixtures.ts';
import { startAsking } from '../pages/asking.ts';
import { startCrowd } from '../pages/crowd.ts';
import { addScripted, begin, finish, sendText } from '../pages/scripted-task.ts';
import { startTask } from '../pages/task-page.ts';
import { scriptedAgent } from '../scripted-agent.ts';
import type { Stack } from '../stack.ts';
import { type OpenScreen, scene } from './scene.ts';
import { at, both, pressed } from './steps.ts';

const states = ['Nightly close', 'Ledger of suppliers', 'Shortlist of contractors', 'Radio sweep'];

/** Tasks that end at once, so that the table has a thousand rows. */
async function startTasks(stack: Stack, count: number): Promise<void> {
  const agent = await scriptedAgent((run) => {
    begin(run);
    sendText(run, `msg-${run.input.runId}`, 'Nothing was left to do.');
    finish(run);
  });
  await addScripted(stack, agent, { id: 'ledger', name: 'Ledger' });
  for (let from = 0; from < count; from += 20) {
    await Promise.all(
      Array.from({ length: Math.min(20, count - from) }, (_, index) => {
        const number = from + index;
        const name = states[number % states.length] ?? '';
        return startTask(stack, 'ledger', `${name}, week ${String(number).padStart(4, '0')}`);
      }),
    );
  }
}

/** One task with thousands of events. */
async function startTalk(stack: Stack): Promise<string> {
  const agent = await scriptedAgent(async (run) => {
    begin(run);
    for (let index = 0; index < 900; index += 1) {
      sendText(
        run,
        `chatcmpl-B7xQ2vN9wLk3Yt8Rz1Mc${String(index)}`,
        `Line **${String(index)}** of it.`,
      );
      const toolCallId = `call_Yk3Xr0T9vQm2LpB7sNaW4d${String(index)}`;
      run.event({ type: 'TOOL_CALL_START', toolCallId, toolCallName: 'read_counters' });
      run.event({ type: 'TOOL_CALL_ARGS', toolCallId, delta: `{"cell":"NTO-${String(index)}"}` });
      run.event({ type: 'TOOL_CALL_END', toolCallId });
    }
    await run.closed;
  });
  await addScripted(stack, agent, { id: 'talker', name: 'Talker' });
  return startTask(stack, 'talker', 'Read all counters of the week, cell by cell');
}

const toTheEnd: OpenScreen<unknown> = ({ page }) =>
  page.getByRole('listbox', { name: 'Questions' }).evaluate((list) => {
    for (let at: Element | null = list; at !== null; at = at.parentElement) {
      at.scrollTop = at.scrollHeight;
    }
  });

scene<{ talk: string }>('thousands', {
  options: { crew: false, env: { COUNTERSIGN_REQUESTS_PER_MINUTE: '1000000' } },
  async prepare(stack) {
    await startTasks(stack, 960);
    const talk = await startTalk(stack);
    await startCrowd(stack, ['North Desk', 'South Desk', 'East Desk', 'West Desk'], 248);
    const alarm = await startAsking(stack, { id: 'alarm', name: 'Alarm room' });
    await alarm.ask('call_Yk3Xr0T9vQm2LpB7sNaW4dHc1', {
      ask: 'Restart payments-api to finish the deployment of release 2026.11?',
      severity: 'critical',
      payload: { service: 'payments-api' },
      upPrompt: { expiresAt: new Date(Date.now() + 3_600_000).toISOString() },
    });
    return { talk };
  },
  screens: {
    'inbox-thousand': both(at('/inbox', /993 · (by deadline|按截止时间)/), ({ page }) =>
      page.getByRole('option', { name: /Restart payments/ }).click(),
    ),
    'inbox-thousand-end': both(at('/inbox', /993 · (by deadline|按截止时间)/), toTheEnd),
    'tasks-thousand': at('/tasks', /\d tasks/),
    'tasks-thousand-picked': both(at('/tasks', /\d tasks/), ({ page }) =>
      page.getByRole('checkbox', { name: 'Select all tasks shown' }).click(),
    ),
    'wall-thousand': at('/wall', 'Needs decision'),
    'events-thousands': {
      go: at(({ talk }) => `/tasks/${talk}?tab=events`, /\d events/),
      fresh: true,
    },
    'events-report': {
      go: both(
        at(({ talk }) => `/tasks/${talk}?tab=events`, /\d events/),
        pressed('Report'),
      ),
      fresh: true,
    },
    'stream-thousands': { go: at(({ talk }) => `/tasks/${talk}`, /Line/), fresh: true },
    'lineage-thousands': {
      go: at(({ talk }) => `/tasks/${talk}?tab=lineage`, /Line|Talker/),
      fresh: true,
    },
    'timeline-thousands': {
      go: at(({ talk }) => `/tasks/${talk}?tab=timeline`, 'Talker'),
      fresh: true,
    },
  },
});

const arabic = 'هل تريد تأكيد الحجز للعميل قبل نهاية اليوم؟';
const chinese = '是否批准将订单 88-20417 的退款金额提高到 412.80 欧元并通知客户和财务部门？';
const unbroken = '9d5a4c7b8a540f6f5e2a9b11'.repeat(9);

interface Long {
  task: string;
  chinese: string;
  unbroken: string;
}

const tab = (name: string, sign: string | RegExp) => ({
  go: at<Long>(({ task }) => `/tasks/${task}?tab=${name}`, sign),
  fresh: true,
});

scene<Long>('long-words', {
  options: { crew: false },
  async prepare(stack) {
    const one = await startAsking(stack, {
      id: `agent-${unbroken.slice(0, 48)}`,
      name: 'Planner of everything that happens between Nantes-Ouest and Rennes-Sud at night',
    });
    const two = await startAsking(stack, {
      id: 'wakil-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
      name: 'وكيل خدمة العملاء في الرياض',
    });
    const three = await startAsking(stack, { id: 'tuikuan', name: '退款与发票审批代理' });
    await two.ask('call_Yk3Xr0T9vQm2LpB7sNaW4dHc2', {
      ask: arabic,
      severity: 'critical',
      explanation: 'العميل ينتظر الرد منذ الصباح.',
      payload: { العميل: 'شركة النور', البنود: [{ الاسم: 'كرسي', العدد: 2 }] },
    });
    const inChinese = await three.ask('call_Yk3Xr0T9vQm2LpB7sNaW4dHc3', {
      ask: chinese,
      severity: 'major',
      explanation: '客户在三十天期限之后提出申请，金额超过代理的权限，因此需要人工决定。',
      payload: {
        订单: '88-20417',
        金额: { value: 412.8, currency: 'EUR' },
        明细: [
          { 商品: '椅子', 数量: 2, 单价: 120.4 },
          { 商品: '桌子', 数量: 1, 单价: 172 },
        ],
      },
      upThought: { confidence: 0.41, reasoning: ['超过三十天', '金额超过四百欧元'] },
    });
    const long = await one.ask(`msg_${unbroken}`, {
      ask: `Move ${unbroken} and all that hangs on it to the archive of the second data centre, and tell everyone who has read it within the last ninety days that it was moved?`,
      explanation: `It is named ${unbroken}.`,
      payload: {
        [unbroken]: unbroken,
        path: `/srv/${unbroken}/${unbroken}`,
        rows: [{ [`id_${unbroken.slice(0, 60)}`]: unbroken, note: 'Short' }],
      },
      upPrompt: { waiting: [unbroken, 'kpi-watch'], effect: `Then ${unbroken} is gone.` },
      upThought: { confidence: 0.5, reasoning: [unbroken], assumptions: [unbroken] },
    });
    return { task: one.taskId, chinese: inChinese.id, unbroken: long.id };
  },
  screens: {
    'long-inbox': at('/inbox', /Move 9d5a/),
    'long-prompt': at(({ unbroken: id }) => `/inbox/${encodeURIComponent(id)}`, /It is named/),
    'long-prompt-chinese': at(
      ({ chinese: id }) => `/inbox/${encodeURIComponent(id)}`,
      /三十天期限/,
    ),
    'long-prompt-chinese-edit': both(
      at(({ chinese: id }) => `/inbox/${encodeURIComponent(id)}`, /三十天期限/),
      ({ page }) => page.getByRole('button', { name: /^Edit/ }).click(),
    ),
    'long-tasks': at('/tasks', /Planner of everything/),
    'long-wall': at('/wall', /Move 9d5a/),
    'long-agents': at('/agents', /Planner of everything/),
    'long-agent-page': both(at('/agents', /Planner of everything/), async ({ page }) => {
      await page.getByRole('link', { name: /Planner of everything/ }).click();
      await expect(page.getByText(/by people/)).toBeVisible();
    }),
    'long-stream': tab('stream', /Move 9d5a/),
    'long-lineage': tab('lineage', /Planner/),
    'long-flow': tab('flow', /Planner/),
    'long-timeline': tab('timeline', /Planner/),
    'long-decisions': tab('decisions', /Move 9d5a|No decision/),
    'long-events': tab('events', /\d events/),
  },
});
