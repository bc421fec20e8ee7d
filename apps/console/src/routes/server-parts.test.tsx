// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { queryKeys } from '../live/query-keys.ts';
import { ofPart } from './of-part.tsx';
import { Rail, TabBar } from './rail.tsx';
import { RegistryPlaces } from './registry/registry-places.tsx';

const Knowledge = ofPart('knowledge', () => <p>What was learnt</p>);
const counts = { blocking: 0, followup: 0 };

async function mount(parts: string[] | undefined) {
  const cache = new QueryClient();
  const me = { id: 'ann', name: 'Ann', role: 'admin', groups: [], parts };
  cache.setQueryData(queryKeys.me, me);
  const page = () => (
    <>
      <Rail counts={counts} narrow={false} onCollapse={null} onSheet={() => {}} />
      <TabBar counts={counts} />
      <RegistryPlaces here="directory" />
      <Knowledge />
    </>
  );
  const router = createRouter({
    routeTree: createRootRoute({ component: page }),
    history: createMemoryHistory(),
  });
  render(
    <QueryClientProvider client={cache}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await screen.findAllByText('Inbox');
}

it('what the server was started without has no link and no page', async () => {
  await mount(['people', 'desk', 'mcp', 'registry']);
  expect(screen.queryAllByText('Knowledge')).toEqual([]);
  expect(screen.queryAllByText('Gateway')).toEqual([]);
  expect(screen.queryByText('What was learnt')).toBeNull();
  expect(screen.getByText('Directory')).toBeDefined();
});

it('a server that names no parts has all of them', async () => {
  await mount(undefined);
  expect(screen.getAllByText('Knowledge')).not.toEqual([]);
  expect(screen.getByText('Gateway')).toBeDefined();
  expect(screen.getByText('What was learnt')).toBeDefined();
});
