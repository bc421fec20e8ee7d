import { expect, test } from 'vitest';
import { fitOptions, isCovering, keptStart } from './fit-start.ts';

const canvas = { width: 664, hasMap: false };
const at = (x: number) => ({ x, y: 0, width: 200, height: 50 });

test('what is wider or higher than the canvas begins at its left and its top', () => {
  const bounds = { x: -80, y: 12, width: 1_400, height: 300 };
  const view = keptStart({ bounds, root: at(400) }, { x: -60, y: -20, zoom: 0.55 }, canvas);
  expect(view).toEqual({ x: 24 + 80 * 0.55, y: 24 - 12 * 0.55, zoom: 0.55 });
});

test('the root of a drawing that is much wider is in view all the same', () => {
  const bounds = { x: 0, y: 0, width: 6_000, height: 90 };
  const view = keptStart({ bounds, root: at(3_000) }, { x: 0, y: 10, zoom: 0.5 }, canvas);
  expect((3_000 + 200) * view.zoom + view.x).toBe(canvas.width - 24);
});

test('the map never covers the root of a drawing that is wider than the canvas', () => {
  const bounds = { x: 0, y: 0, width: 1_100, height: 300 };
  const withMap = { width: 664, hasMap: true };
  const view = keptStart({ bounds, root: at(850) }, { x: -40, y: 24, zoom: 0.6 }, withMap);
  expect((850 + 200) * view.zoom + view.x).toBe(664 - 190);
});

test('what fits stays where it was fitted', () => {
  const view = { x: 40, y: 30, zoom: 0.55 };
  const bounds = { x: 0, y: 0, width: 600, height: 60 };
  expect(keptStart({ bounds, root: at(200) }, view, canvas)).toEqual(view);
});

test('space for the map is reserved only if there is a map', () => {
  expect(fitOptions(true).padding.right).toBe('190px');
  expect(fitOptions(false).padding.right).toBe('24px');
});

test('the legend is closed only if it covers what is drawn in this view', () => {
  const legend = { x: 12, y: 12, width: 160, height: 160 };
  const nodes = [at(400), { ...at(-300), y: 200 }];
  expect(isCovering(legend, nodes, { x: 0, y: 0, zoom: 1 })).toBe(false);
  expect(isCovering(legend, nodes, { x: 0, y: 0, zoom: 0.4 })).toBe(true);
  expect(isCovering(legend, nodes, { x: 330, y: -120, zoom: 1 })).toBe(true);
});
