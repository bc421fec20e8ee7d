// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { retryMissingParts } from '../hooks/part-state.ts';
import { lazyPart } from './lazy-part.tsx';

const Wall = () => <h1>Wall</h1>;
const entry = '/assets/index-D32I5OKi.js';

afterEach(() => {
  vi.unstubAllGlobals();
  document.head.replaceChildren();
});

function started(page: () => Promise<Response>) {
  const script = document.createElement('script');
  script.type = 'text/plain';
  script.setAttribute('src', entry);
  script.setAttribute('type', 'module');
  document.head.append(script);
  vi.stubGlobal('fetch', page);
}

async function show(read: () => Promise<typeof Wall>) {
  const Part = lazyPart(read);
  await act(async () =>
    render(
      <Suspense fallback="…">
        <Part />
      </Suspense>,
    ),
  );
}

it('opens automatically once the server answers again', async () => {
  started(() => Promise.reject(new TypeError('fetch failed')));
  let reachable = false;
  await show(async () => {
    if (!reachable) throw new TypeError('Failed to fetch dynamically imported module');
    return Wall;
  });
  expect(screen.getByRole('alert').textContent).toMatch(/not loaded yet/);
  reachable = true;
  await act(async () => retryMissingParts());
  expect(screen.getByRole('heading').textContent).toBe('Wall');
});

it('reports that a new version is running when the page starts with another script', async () => {
  started(async () => new Response('<script type="module" src="/assets/index-new.js"></script>'));
  await show(() => Promise.reject(new TypeError('404')));
  expect(screen.getByRole('alert').textContent).toMatch(/A new version is running/);
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
});
