import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { generateFreelancers, toLines } from './generate.ts';
import { readPool } from './pool.ts';

describe('the pool', () => {
  it('is the output of the seeded script, byte for byte', () => {
    const file = readFileSync(new URL('./freelancers.jsonl', import.meta.url), 'utf8');
    expect(toLines(generateFreelancers())).toBe(file);
  });

  it('has at least 300 different people with reserved example addresses', () => {
    const pool = readPool();
    expect(pool.length).toBeGreaterThanOrEqual(300);
    for (const key of ['id', 'name', 'email'] as const) {
      expect(new Set(pool.map((person) => person[key])).size).toBe(pool.length);
    }
    for (const { email } of pool) expect(email).toMatch(/^[a-z][a-z.]*@example\.(?:com|org|net)$/);
    expect(new Set(pool.map(({ country }) => country)).size).toBeGreaterThan(20);
  });
});
