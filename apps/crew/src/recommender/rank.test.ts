import { describe, expect, it } from 'vitest';
import { readPool } from '../freelancers/pool.ts';
import { confidenceOf } from './confidence.ts';
import { distanceKm, travelMinutes } from './geography.ts';
import { createPool, rank } from './rank.ts';
import { readBrief } from './read-brief.ts';

const now = Date.parse('2026-11-21');
const pool = createPool(readPool());
const brief = readBrief(
  'Senior React contractor for Payments UI, TypeScript, up to 105 EUR, from 7 December, near Leipzig, hybrid 2 days',
  now,
);

describe('ranking', () => {
  it('respects every limit and sorts by score', () => {
    const { candidates, funnel } = rank(pool, brief);
    expect(candidates.length).toBe(funnel.availability);
    expect(funnel.total).toBeGreaterThan(funnel.skills);
    expect(funnel.skills).toBeGreaterThanOrEqual(funnel.rate);
    expect(funnel.rate).toBeGreaterThan(funnel.travel);
    for (const [at, { person, score, travelMinutes: minutes, breakdown }] of candidates.entries()) {
      expect(person.rate).toBeLessThanOrEqual(105);
      expect(person.skills.map(({ name }) => name)).toContain('React');
      expect(minutes).toBeLessThanOrEqual(150);
      expect(score).toBeLessThanOrEqual(candidates[at - 1]?.score ?? 1);
      for (const part of Object.values(breakdown)) {
        expect(part).toBeGreaterThanOrEqual(0);
        expect(part).toBeLessThanOrEqual(1);
      }
    }
    expect(rank(pool, brief)).toEqual(rank(pool, brief));
  });

  it('counts travel only for the days on site', () => {
    const far = (share: 'on-site' | 'hybrid-1' | 'remote') =>
      rank(pool, { ...brief, remote: share }).candidates.find(
        ({ person }) => person.city === 'Berlin',
      );
    expect(far('on-site')?.score).toBeLessThan(far('hybrid-1')?.score ?? 0);
    expect(far('remote')?.travelMinutes).toBeNull();
  });

  it('is confident with a complete brief, and never without a required part', () => {
    expect(confidenceOf(brief, rank(pool, brief)).value).toBeGreaterThan(0.6);
    const placeless = { ...brief, location: null };
    expect(confidenceOf(placeless, rank(pool, placeless)).value).toBeLessThan(0.5);
    const impossible = { ...brief, maxRate: 20 };
    expect(confidenceOf(impossible, rank(pool, impossible)).value).toBeLessThan(0.5);
  });

  it('computes distances on the earth', () => {
    const leipzig = { lat: 51.3397, lon: 12.3731 };
    const berlin = { lat: 52.52, lon: 13.405 };
    expect(distanceKm(leipzig, berlin)).toBeCloseTo(149, 0);
    expect(travelMinutes(leipzig, leipzig)).toBe(12);
    expect(travelMinutes(leipzig, berlin)).toBeGreaterThan(90);
  });
});
