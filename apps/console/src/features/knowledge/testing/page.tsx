import type { Client } from '@countersign/client/client';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { ClientProvider } from '../../../live/session/client-context.tsx';
import { createQueryClient } from '../../../live/session/live-root.tsx';
import type { apiServer } from '../../../testing/api-server.ts';

/** Renders a view of knowledge at an address, over the calls of a test server. */
export function mountView(
  { api }: Pick<ReturnType<typeof apiServer>, 'api'>,
  view: ReactNode,
  at = '/knowledge/memories',
) {
  const root = createRootRoute({ component: Outlet });
  const routes = ['/knowledge/$', '/tasks/$taskId', '/inbox/$promptId'].map((path) =>
    createRoute({ getParentRoute: () => root, path, component: () => view }),
  );
  const history = createMemoryHistory({ initialEntries: [at] });
  const router = createRouter({ routeTree: root.addChildren(routes), history });
  const known = { api, serverNow: () => Date.now() };
  const client = known as Partial<Record<keyof Client, unknown>> as Client;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ClientProvider client={client}>
        <RouterProvider router={router as never} />
      </ClientProvider>
    </QueryClientProvider>,
  );
  return { router };
}
