// @vitest-environment jsdom
import type { RegistryTreeView } from '@countersign/api/registry';
import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { TreeList } from './tree-list.tsx';

const registry = (id: string, above: string[], connected = true) => ({
  ...{ id, above, connected, services: 1, unhealthy: 0, stale: false },
  ...{ lastContactAt: null, by: null },
});

it('a registry that services only name as their origin is a branch that is not connected', () => {
  const tree: RegistryTreeView = {
    ...{ self: 'root', parent: null, unlisted: 0 },
    registries: [
      registry('root', []),
      registry('site', ['root']),
      registry('lab', ['site', 'root'], false),
    ],
  };
  render(
    <TreeList
      mayForget
      onForget={() => {}}
      onOpen={() => {}}
      opened="lab"
      services={(id) => <p>services of {id}</p>}
      tree={tree}
    />,
  );
  const items = screen.getAllByRole('listitem');
  expect(items).toHaveLength(3);
  const [, site, lab] = items;
  if (site === undefined || lab === undefined) throw new Error('there are three');
  expect(site).toContainElement(lab);
  expect(within(lab).getByText(/came from lab, not connected/)).toBeVisible();
  expect(within(lab).getByText('services of lab')).toBeVisible();
  expect(screen.getAllByText(/not connected/)).toHaveLength(1);
});
