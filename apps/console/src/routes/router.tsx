import {
  createRootRoute,
  createRoute,
  createRouter,
  Navigate,
  Outlet,
} from '@tanstack/react-router';
import { parseAuditSearch } from '../features/audit/audit-search.ts';
import { parseInsightsSearch } from '../features/insights/insights-search.ts';
import { lazyPart } from '../ui/parts/lazy-part.tsx';
import { Frame, NotFound } from './frame.tsx';
import { parseInboxSearch } from './inbox/inbox-search.ts';
import { ofPart } from './of-part.tsx';
import { AgentsPage, InboxPage, PromptPage, TaskPage, TasksPage, WallPage } from './screens.ts';

interface NewRuleSearch {
  /** The prompt that the rule is made from. */
  from?: string;
}

/** The members of the address of a new rule; anything else is dropped. */
function parseNewRuleSearch(search: Record<string, unknown>): NewRuleSearch {
  const { from } = search;
  return typeof from === 'string' && from !== '' ? { from: from.slice(0, 400) } : {};
}

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });
const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: Frame });

const inbox = createRoute({
  getParentRoute: () => frame,
  path: '/inbox',
  validateSearch: parseInboxSearch,
  component: InboxPage,
});
// The prompt is a child of the inbox: choosing another never takes the queue down.
const prompt = createRoute({
  getParentRoute: () => inbox,
  path: '$promptId',
  component: PromptPage,
});

const settings = createRoute({
  getParentRoute: () => frame,
  path: '/settings',
  component: lazyPart(async () => (await import('./settings.tsx')).SettingsPage),
});
const routeTree = root.addChildren([
  frame.addChildren([
    createRoute({
      getParentRoute: () => frame,
      path: '/',
      component: () => <Navigate to="/inbox" replace />,
    }),
    inbox.addChildren([prompt]),
    createRoute({
      getParentRoute: () => frame,
      path: '/tasks',
      component: TasksPage,
    }),
    createRoute({
      getParentRoute: () => frame,
      path: '/tasks/$taskId',
      component: TaskPage,
    }),
    createRoute({
      getParentRoute: () => frame,
      path: '/wall',
      component: WallPage,
    }),
    createRoute({
      getParentRoute: () => frame,
      path: '/since',
      component: lazyPart(async () => (await import('./since.tsx')).SinceRoute),
    }),
    createRoute({
      getParentRoute: () => frame,
      path: '/agents',
      component: AgentsPage,
    }),
    createRoute({
      getParentRoute: () => frame,
      path: '/agents/$agentId',
      component: lazyPart(async () => (await import('./agents/agent.tsx')).AgentPage),
    }),
    // Two segments more: an agent may have any id.
    createRoute({
      getParentRoute: () => frame,
      path: '/agents/registry/services',
      component: ofPart(
        'registry',
        lazyPart(async () => (await import('./registry/registry-view.tsx')).RegistryPage),
      ),
    }),
    createRoute({
      getParentRoute: () => frame,
      path: '/agents/registry/$view',
      component: lazyPart(async () => (await import('./registry/registry-view.tsx')).RegistryView),
    }),
    createRoute({
      getParentRoute: () => frame,
      path: '/agents/registry/services/$serviceId',
      component: ofPart(
        'registry',
        lazyPart(async () => (await import('./registry/registry-view.tsx')).ServicePage),
      ),
    }),
    createRoute({
      getParentRoute: () => frame,
      path: '/knowledge/$',
      component: ofPart(
        'knowledge',
        lazyPart(async () => (await import('./knowledge.ts')).loadKnowledge()),
      ),
    }),
    createRoute({
      getParentRoute: () => frame,
      path: '/insights',
      validateSearch: parseInsightsSearch,
      component: ofPart(
        'insights',
        lazyPart(async () => (await import('./insights.tsx')).InsightsPage),
      ),
    }),
    createRoute({
      getParentRoute: () => frame,
      path: '/audit',
      validateSearch: parseAuditSearch,
      component: ofPart(
        'evidence',
        lazyPart(async () => (await import('./audit.tsx')).AuditPage),
      ),
    }),
    createRoute({
      getParentRoute: () => frame,
      path: '/connect',
      component: lazyPart(async () => (await import('./first-minute-part.tsx')).ConnectPage),
    }),
    createRoute({
      getParentRoute: () => frame,
      path: '/guide',
      component: lazyPart(async () => (await import('./guide.tsx')).GuidePage),
    }),
    // An unknown address is reported inside the frame, which has the navigation.
    createRoute({ getParentRoute: () => frame, path: '$', component: NotFound }),
    settings.addChildren([
      createRoute({
        getParentRoute: () => settings,
        path: '/',
        component: () => <Navigate replace to="/settings/general" />,
      }),
      createRoute({
        getParentRoute: () => settings,
        path: 'general',
        component: lazyPart(async () => (await import('./settings-sections.tsx')).GeneralPage),
      }),
      createRoute({
        getParentRoute: () => settings,
        path: 'operators',
        component: lazyPart(async () => (await import('./settings-sections.tsx')).OperatorsPage),
      }),
      createRoute({
        getParentRoute: () => settings,
        path: 'sign-in',
        component: lazyPart(
          async () => (await import('./settings-sections.tsx')).SignInSettingsPage,
        ),
      }),
      createRoute({
        getParentRoute: () => settings,
        path: 'policy',
        component: lazyPart(async () => (await import('./settings-sections.tsx')).PolicyPage),
      }),
      createRoute({
        getParentRoute: () => settings,
        path: 'webhooks',
        component: lazyPart(async () => (await import('./settings-sections.tsx')).WebhooksPage),
      }),
      createRoute({
        getParentRoute: () => settings,
        path: 'programs',
        component: lazyPart(async () => (await import('./settings-sections.tsx')).ProgramsPage),
      }),
      createRoute({
        getParentRoute: () => settings,
        path: 'rules',
        component: lazyPart(async () => (await import('./rules.tsx')).RulesPage),
      }),
      createRoute({
        getParentRoute: () => settings,
        path: 'rules/new',
        validateSearch: parseNewRuleSearch,
        component: lazyPart(async () => (await import('./rules.tsx')).NewRulePage),
      }),
      createRoute({
        getParentRoute: () => settings,
        path: 'rules/$ruleId',
        component: lazyPart(async () => (await import('./rules.tsx')).RulePage),
      }),
    ]),
  ]),
  createRoute({
    getParentRoute: () => root,
    path: '/open',
    component: lazyPart(async () => (await import('./open.tsx')).OpenPage),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    component: lazyPart(async () => (await import('./sign-in.tsx')).SignInPage),
  }),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
