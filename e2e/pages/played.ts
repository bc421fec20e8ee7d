import type { Stack } from '../stack.ts';
import { type Asking, startAsking } from './asking.ts';
import { openPrompt, startHiring } from './console.ts';
import { crews } from './crews.ts';
import { fillKnowledge } from './knowledge-seed.ts';
import { untilRegistered } from './registered.ts';
import { type Robot, registerRobot, startRobot } from './robot.ts';
import { completeRequest, startTask } from './task-page.ts';

/** What a server holds on which both crews have played, and every list has something in it. */
export interface Played {
  /** The finished tasks, one of each crew. */
  finished: Readonly<Record<'hiring' | 'radio', string>>;
  /** Tasks that wait for a person, one of each crew. */
  waiting: Readonly<Record<'hiring' | 'radio', string>>;
  /** Open questions: of a form, of a table, of a shortlist with a default, and one that is written from right to left. */
  questions: Readonly<Record<'form' | 'table' | 'shortlist' | 'rightToLeft', string>>;
  memory: string;
  rule: string;
  service: { id: string; name: string };
  /** What an agent is about to do, for which an affordance is recommended. */
  context: string;
  /** An agent whose name and words are written from right to left. */
  agent: string;
}

export const rightToLeft = {
  ask: 'هل تريد تأكيد الحجز للعميل؟',
  explanation: 'العميل ينتظر الرد منذ الصباح.',
  severity: 'major',
  payload: {
    العميل: 'شركة النور',
    البنود: [
      { الاسم: 'كرسي', العدد: 2 },
      { الاسم: 'طاولة', العدد: 1 },
    ],
  },
  upPrompt: { effect: 'سيتم إرسال رسالة إلى العميل.', waiting: ['وكيل البريد'] },
  upThought: {
    confidence: 0.6,
    reasoning: ['المخزون كاف.'],
    assumptions: ['العنوان صحيح.'],
    questions: ['هل يوجد خصم؟'],
  },
  upContext: {
    schema: {
      type: 'object',
      properties: {
        العميل: { type: 'string', title: 'اسم العميل', description: 'كما في العقد' },
        البنود: {
          type: 'array',
          title: 'البنود المطلوبة',
          items: {
            type: 'object',
            properties: { الاسم: { type: 'string' }, العدد: { type: 'number' } },
          },
        },
      },
    },
  },
};
const agent = 'wakil-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11';
const context = 'The agent wants to control a robot from a formal goal';

async function playCrews(stack: Stack) {
  const [hiring, radio] = crews;
  if (hiring === undefined || radio === undefined) throw new Error('unreachable');
  const finished = { hiring: await hiring.start(stack), radio: await radio.start(stack) };
  await Promise.all([hiring.finish(stack, finished.hiring), radio.finish(stack, finished.radio)]);
  const waiting = { hiring: await startHiring(stack), radio: await radio.start(stack) };
  const offering = await startTask(stack, 'orchestrator', completeRequest);
  const [form, table, shortlist] = await Promise.all([
    openPrompt(stack, waiting.hiring, 'blocking'),
    openPrompt(stack, waiting.radio, 'blocking'),
    openPrompt(stack, offering, 'followup'),
  ]);
  return {
    finished,
    waiting,
    questions: { form: form.id, table: table.id, shortlist: shortlist.id },
  };
}

/** A service that is open to callers. */
async function openService(stack: Stack) {
  await untilRegistered(stack, ['root-cause', 'configuration']);
  const services =
    await stack.api<{ id: string; name: string; host: string; port: number }[]>(
      '/api/uap/services',
    );
  const [first] = services;
  if (first === undefined) throw new Error('unreachable');
  await stack.api(`/api/gateway/routes/to-${first.name}`, {
    method: 'PUT',
    body: { service: first.name, agentProtocol: '' },
  });
  await stack.api(`/api/gateway/policies/to-${first.name}`, {
    method: 'PUT',
    body: {
      ...{ callers: ['demo-crew'], approval: true, callsPerMinute: 30 },
      ...{ hosts: [`${first.host}:${first.port}`], callerMayAnswer: true },
    },
  });
  return first;
}

/** People, programs and rules for the settings. */
async function fillSettings(stack: Stack): Promise<string> {
  await stack.api('/api/operators', {
    body: { id: 'jonas', name: 'Jonas Weber', role: 'viewer', groups: ['leads'] },
  });
  await stack.api('/api/webhooks', {
    body: {
      ...{ name: 'Pager', url: 'https://pager.example/hook', enabled: false },
      ...{ severityFrom: 'info', repeatMs: 120_000 },
    },
  });
  await stack.api('/api/programs', { body: { name: 'Editor' } });
  const { id } = await stack.api<{ id: string }>('/api/rules', {
    body: {
      ...{ name: 'Invoices', expiresAt: Date.now() + 86_400_000 },
      match: { agentId: 'orchestrator', conditions: [] },
      feedback: { type: 'approve' },
    },
  });
  return id;
}

/** Plays both crews, and fills every list. What it starts runs until `close`. */
export async function play(stack: Stack): Promise<Played & { close(): Promise<void> }> {
  const robot: Robot = await startRobot();
  const asking: Asking = await startAsking(stack, { id: agent, name: 'وكيل خدمة العملاء' });
  const tasks = await playCrews(stack);
  const memory = await fillKnowledge(stack);
  const service = await openService(stack);
  const rule = await fillSettings(stack);
  await registerRobot(stack, robot);
  await stack.api('/api/environment/profile/executor', { method: 'PUT', body: { context } });
  const { id } = await asking.ask('call_Yk3Xr0T9vQm2LpB7sNaW4dHc1', rightToLeft);
  return {
    ...{ ...tasks, memory, service, rule, context, agent },
    questions: { ...tasks.questions, rightToLeft: id },
    async close() {
      robot.close();
      await asking.close();
    },
  };
}
