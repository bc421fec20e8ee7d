import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readableZoom, zoomLevel } from './zoom-level.ts';

const px = { all: 12, title: 16, large: 20, marks: 0 };

it('shows no text smaller than 11 px, at any zoom', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.05, max: 2, noNaN: true }), (zoom) => {
      const size = px[zoomLevel(zoom)] * zoom;
      expect(size === 0 || size >= 10.98).toBe(true);
    }),
  );
});

it('still shows titles at the zoom that a drawing is fitted to', () => {
  expect(zoomLevel(readableZoom)).toBe('large');
  expect(zoomLevel(readableZoom - 0.01)).toBe('marks');
  expect(zoomLevel(1)).toBe('all');
});
