// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { screensOf } from '../../../../e2e/pages/screens.ts';
import { views as knowledgeViews } from '../features/knowledge/links.tsx';
import { places as found } from '../features/palette/places.ts';
import { keyCatalog } from '../text/key-catalog.ts';
import { places as lettered } from './global-keys.tsx';
import { views as registryViews } from './registry/registry-view.tsx';
import { router } from './router.tsx';
import { taskTabs } from './tasks/task-search.ts';

/** Addresses that are no page of their own: they lead to another, or are shown instead of every page. */
const noPages = new Set(['/', '/settings', '/settings/rules/new', '/sign-in']);
/** Views of the page of services, and parts of the environment: opened from there. */
const ofTheirPage = new Set(['/agents/registry/$view']);

const pages = Object.keys(router.routesByPath).filter(
  (path) => !noPages.has(path) && (path === '/knowledge/$' || !path.includes('$')) && path !== '*',
);
const withLetter = lettered.map(([, , page]) => page.to);

it('every page has a letter, and is found by the palette with it', () => {
  expect(pages.length).toBeGreaterThan(12);
  expect(withLetter.filter((to) => !ofTheirPage.has(to)).toSorted()).toEqual(pages.toSorted());
  expect(new Set(lettered.map(([letter]) => letter)).size).toBe(lettered.length);
  const inPalette = found.flatMap(({ keys, to }) => (keys === undefined ? [] : [`${keys} ${to}`]));
  expect(inPalette.toSorted()).toEqual(
    lettered.map(([letter, , { to }]) => `g ${letter} ${to}`).toSorted(),
  );
});

it('every letter can be switched off', () => {
  const [everywhere] = keyCatalog;
  expect(everywhere?.keys.map(({ keys }) => keys)).toEqual(
    expect.arrayContaining(lettered.map(([letter]) => `g ${letter}`)),
  );
});

it('every page, and every view of one, is in the table of screens of the browser tests', () => {
  const ids = { hiring: 'task', radio: 'task' };
  const table = screensOf({
    ...{
      finished: ids,
      waiting: ids,
      memory: 'memory',
      rule: 'rule',
      context: 'why',
      agent: 'one',
    },
    questions: { form: 'a', table: 'b', shortlist: 'c', rightToLeft: 'd' },
    service: { id: 'service', name: 'service' },
  });
  const screens = Object.values(table).flat();
  const routes = new Set(screens.map(({ route }) => route));
  const known = Object.keys(router.routesByPath);
  expect([...routes].filter((route) => !known.includes(route))).toEqual([]);
  expect(known.filter((route) => !routes.has(route))).toEqual([]);
  const paths = screens.map(({ path }) => path);
  for (const view of registryViews.keys())
    expect(
      paths.some((path) => path.startsWith(`/agents/registry/${view}`)),
      view,
    ).toBe(true);
  for (const view of knowledgeViews)
    expect(
      paths.some((path) => path.startsWith(`/knowledge/${view}`)),
      view,
    ).toBe(true);
  for (const tab of taskTabs)
    expect(
      paths.some((path) => path.endsWith(`?tab=${tab}`)),
      tab,
    ).toBe(true);
});
