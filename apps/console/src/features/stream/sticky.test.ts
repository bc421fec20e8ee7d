import { describe, expect, it } from 'vitest';
import { nextFollowing } from './sticky.ts';

describe('nextFollowing', () => {
  it('stays with the end while content grows under it', () => {
    expect(nextFollowing(true, { top: 500, lastTop: 500, distance: 180 })).toBe(true);
  });
  it('stops following as soon as the reader scrolls up', () => {
    expect(nextFollowing(true, { top: 460, lastTop: 500, distance: 40 })).toBe(false);
  });
  it('does not start to follow because the reader moves down a little', () => {
    expect(nextFollowing(false, { top: 300, lastTop: 200, distance: 400 })).toBe(false);
  });
  it('follows again at the end, also when content shrank to meet the view', () => {
    expect(nextFollowing(false, { top: 900, lastTop: 800, distance: 3 })).toBe(true);
    expect(nextFollowing(true, { top: 700, lastTop: 900, distance: 0 })).toBe(true);
  });
});
