// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { CrumbsProvider, useCrumbs, useCrumbTrail } from './crumbs.tsx';

const Trail = () => (
  <p data-testid="trail">
    {useCrumbTrail()
      .map(({ label }) => label)
      .join(' > ')}
  </p>
);
function Inbox({ children }: { children?: ReactNode }) {
  useCrumbs([{ label: 'Inbox', to: '/inbox' }]);
  return children;
}
function Prompt({ ask }: { ask: string }) {
  useCrumbs([{ label: 'Inbox', to: '/inbox' }, { label: 'Radio Planner' }, { label: ask }]);
  return null;
}
function Tasks() {
  useCrumbs([{ label: 'Tasks' }]);
  return null;
}
const page = (inside: ReactNode) => (
  <CrumbsProvider>
    <Trail />
    {inside}
  </CrumbsProvider>
);

it('is right when a page and the one around it come together, when the inner one goes, and elsewhere', () => {
  const trail = () => screen.getByTestId('trail').textContent;
  const { rerender } = render(
    page(
      <Inbox>
        <Prompt ask="Reassign PCI?" />
      </Inbox>,
    ),
  );
  expect(trail()).toBe('Inbox > Radio Planner > Reassign PCI?');
  rerender(
    page(
      <Inbox>
        <Prompt ask="Push now?" />
      </Inbox>,
    ),
  );
  expect(trail()).toBe('Inbox > Radio Planner > Push now?');
  rerender(page(<Inbox />));
  expect(trail()).toBe('Inbox');
  rerender(page(<Tasks />));
  expect(trail()).toBe('Tasks');
});
