import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
} from '@tanstack/react-router';
import { Frame, NotFound } from './frame.tsx';
import { parseInboxSearch } from './inbox-search.ts';
import { parseNewRuleSearch } from './new-rule-search.ts';

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });
const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: Frame });

const inbox = createRoute({
  getParentRoute: () => frame,
  path: '/inbox',
  validateSearch: parseInboxSearch,
  component: lazyRouteComponent(() => import('./inbox.tsx'), 'InboxPage'),
});
// The prompt is a child of the inbox: choosing another never takes the queue down.
const prompt = createRoute({
  getParentRoute: () => inbox,
  path: '$promptId',
  component: lazyRouteComponent(() => import('./prompt.tsx'), 'PromptPage'),
});

const settings = createRoute({
  getParentRoute: () => frame,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings.tsx'), 'SettingsPage'),
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
      component: lazyRouteComponent(() => import('./tasks.tsx'), 'TasksPage'),
    }),
    createRoute({
      getParentRoute: () => frame,
      path: '/tasks/$taskId',
      component: lazyRouteComponent(() => import('./task.tsx'), 'TaskPage'),
    }),
    createRoute({
      getParentRoute: () => frame,
      path: '/wall',
      component: lazyRouteComponent(() => import('./wall.tsx'), 'WallPage'),
    }),
    createRoute({
      getParentRoute: () => frame,
      path: '/agents',
      component: lazyRouteComponent(() => import('./agents.tsx'), 'AgentsPage'),
    }),
    // What is not known is said inside the frame, where the way on is.
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
        component: lazyRouteComponent(() => import('./settings-sections.tsx'), 'GeneralPage'),
      }),
      createRoute({
        getParentRoute: () => settings,
        path: 'operators',
        component: lazyRouteComponent(() => import('./settings-sections.tsx'), 'OperatorsPage'),
      }),
      createRoute({
        getParentRoute: () => settings,
        path: 'policy',
        component: lazyRouteComponent(() => import('./settings-sections.tsx'), 'PolicyPage'),
      }),
      createRoute({
        getParentRoute: () => settings,
        path: 'webhooks',
        component: lazyRouteComponent(() => import('./settings-sections.tsx'), 'WebhooksPage'),
      }),
      createRoute({
        getParentRoute: () => settings,
        path: 'rules',
        component: lazyRouteComponent(() => import('./rules.tsx'), 'RulesPage'),
      }),
      createRoute({
        getParentRoute: () => settings,
        path: 'rules/new',
        validateSearch: parseNewRuleSearch,
        component: lazyRouteComponent(() => import('./rules.tsx'), 'NewRulePage'),
      }),
      createRoute({
        getParentRoute: () => settings,
        path: 'rules/$ruleId',
        component: lazyRouteComponent(() => import('./rules.tsx'), 'RulePage'),
      }),
    ]),
  ]),
  createRoute({
    getParentRoute: () => root,
    path: '/open',
    component: lazyRouteComponent(() => import('./open.tsx'), 'OpenPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    component: lazyRouteComponent(() => import('./sign-in.tsx'), 'SignInPage'),
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
