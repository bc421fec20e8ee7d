// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { places as found } from '../features/palette/places.ts';
import { keyCatalog } from '../text/key-catalog.ts';
import { places as lettered } from './global-keys.tsx';
import { router } from './router.tsx';

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
