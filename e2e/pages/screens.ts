import { taskTabs } from '../../apps/console/src/routes/tasks/task-search.ts';
import type { Played } from './played.ts';

/** What opens over a page: the key, or the button by its name in both languages. */
export type Opener = { key: string } | { button: RegExp };

export interface Screen {
  /** As the router names it. */
  route: string;
  path: string;
  opener?: Opener;
  /** It is looked at in every width between phone and desktop, not only in the usual ones. */
  isInEveryWidth?: true;
}

/** The table in parts, each looked at by a test of its own. */
export const parts = [
  'the inbox',
  'tasks of the first crew',
  'tasks of the second crew',
  'agents and services',
  'knowledge',
  'settings and pages on their own',
] as const;

type Screens = Readonly<Record<(typeof parts)[number], readonly Screen[]>>;

const at = (route: string, path = route, more: Partial<Screen> = {}): Screen => ({
  ...{ route, path },
  ...more,
});
const over = (route: string, path: string, opener: Opener) => at(route, path, { opener });
const everywhere = { isInEveryWidth: true } as const;
const view = (name: string, opener?: Opener) =>
  at('/agents/registry/$view', `/agents/registry/${name}`, opener && { opener });
const knowledge = (name: string, opener?: Opener) =>
  at('/knowledge/$', `/knowledge/${name}`, opener && { opener });

/** Every screen, and what opens over it, on a server where both crews have played. */
export function screensOf({ finished, waiting, questions, ...played }: Played): Screens {
  const prompt = '/inbox/$promptId';
  const question = (name: keyof typeof questions) =>
    `/inbox/${encodeURIComponent(questions[name])}`;
  const service = `/agents/registry/services/${encodeURIComponent(played.service.id)}`;
  const memory = `memories/${played.memory}`;
  return {
    'the inbox': [
      at('/', '/'),
      at('/inbox', '/inbox', everywhere),
      at('/since', '/since', everywhere),
      ...(['form', 'table'] as const).map((name) => at(prompt, question(name), everywhere)),
      at(prompt, question('shortlist')),
      at(prompt, question('rightToLeft')),
      over(prompt, question('table'), { button: /^(Exact bytes|原始字节)/ }),
      over(prompt, question('table'), { button: /^(More about this question|此提问的更多操作)/ }),
      over('/inbox', '/inbox', { key: 'ControlOrMeta+k' }),
      over('/inbox', '/inbox', { key: '?' }),
      over('/inbox', '/inbox', { button: /^(Filter|筛选)$/ }),
      over('/inbox', '/inbox', { button: /^(Operator |操作员)/ }),
    ],
    'tasks of the first crew': [
      at('/tasks', '/tasks', everywhere),
      over('/tasks', '/tasks', { button: /^(Start a task|启动任务)$/ }),
      over('/tasks', '/tasks', { button: /^(All tasks|全部任务)$/ }),
      ...taskTabs.map((tab) =>
        at('/tasks/$taskId', `/tasks/${waiting.hiring}?tab=${tab}`, everywhere),
      ),
    ],
    'tasks of the second crew': [
      at('/wall', '/wall', everywhere),
      ...taskTabs.map((tab) =>
        at('/tasks/$taskId', `/tasks/${waiting.radio}?tab=${tab}`, everywhere),
      ),
      ...(['stream', 'state', 'decisions'] as const).map((tab) =>
        at('/tasks/$taskId', `/tasks/${finished.hiring}?tab=${tab}`),
      ),
    ],
    'agents and services': [
      at('/agents'),
      over('/agents', '/agents', { button: /^(Add an agent|添加智能体)$/ }),
      at('/audit'),
      at('/audit', '/audit?kind=decision&entry=1'),
      at('/agents/$agentId', '/agents/orchestrator'),
      over('/agents/$agentId', '/agents/orchestrator', { button: /^(Check|检查)$/ }),
      at('/agents/$agentId', `/agents/${played.agent}`),
      at('/agents/registry/services'),
      at(
        '/agents/registry/services',
        '/agents/registry/services?find=find the cause of an alarm in a radio network',
      ),
      at('/agents/registry/services/$serviceId', service),
      over('/agents/registry/services/$serviceId', service, { button: /^(Remove|移除)/ }),
      ...['leases', 'tree', 'new', 'gateway'].map((name) => view(name)),
      view('gateway', { button: /^(Open a service|开放服务)$/ }),
      view('gateway', { button: /^(Change the policy|修改)/ }),
      view(`gateway?try=${played.service.name}`),
      view(`signifiers?context=${encodeURIComponent(played.context)}`),
      ...['artifacts', 'trail', 'grants'].map((name) => view(name)),
      view('artifacts', { button: /^(Register a service|注册服务)$/ }),
      view('artifacts', { button: /^(Remove|移除)/ }),
    ],
    knowledge: [
      knowledge('memories'),
      knowledge('memories', { button: /^(Add a memory|添加记忆)$/ }),
      knowledge(memory),
      knowledge(memory, { button: /^(Edit|修改)$/ }),
      knowledge(memory, { button: /^(More|更多)$/ }),
      knowledge('corrections'),
      knowledge('given'),
      knowledge('given?show=effect'),
      knowledge('given?show=learning'),
      knowledge('retrieval?q=PCI'),
      knowledge('extraction'),
      knowledge('extraction', { button: /^(Edit, then approve|修改后批准)$/ }),
      knowledge('incoming'),
      knowledge('incoming?show=questions'),
      knowledge('packs'),
      knowledge('exchange'),
    ],
    'settings and pages on their own': [
      at('/insights', '/insights', everywhere),
      at('/insights', '/insights?kind=all'),
      at('/settings', '/settings'),
      at('/settings/general'),
      at('/settings/policy', '/settings/policy', everywhere),
      ...['operators', 'sign-in', 'webhooks', 'programs', 'rules', 'rules/new'].map((name) =>
        at(`/settings/${name}`),
      ),
      at('/settings/rules/$ruleId', `/settings/rules/${played.rule}`),
      at('/settings/sign-in'),
      over('/settings/operators', '/settings/operators', { button: /^(Add an operator|添加)/ }),
      over('/settings/webhooks', '/settings/webhooks', { button: /^(Add a webhook|添加)/ }),
      over('/settings/programs', '/settings/programs', {
        button: /^(Add a program|添加程序)$/,
      }),
      at('/connect'),
      at('/guide'),
      at('/open'),
      at('/sign-in'),
      at('/$', '/no/such/page'),
    ],
  };
}
