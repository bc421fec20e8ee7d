import { describe, expect, it } from 'vitest';
import { readBrief } from './read-brief.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const read = (text: string) => readBrief(text, now);

describe('reading a request', () => {
  it('reads role, skills, rate, start, place and share', () => {
    const brief = read(
      'Senior React contractor for Payments UI, TypeScript, up to 105 EUR, from 7 December, near Leipzig, hybrid 2 days',
    );
    expect(brief).toMatchObject({
      role: 'Senior React contractor for Payments UI',
      seniority: 'senior',
      location: { country: 'DE', city: 'Leipzig' },
      remote: 'hybrid-2',
      startDate: '2026-12-07',
      maxRate: 105,
      count: 2,
      onlyCity: null,
    });
    expect(brief.skills.map(({ name }) => name)).toEqual(['React', 'TypeScript', 'Payment flows']);
  });

  it.each([
    [
      'We need three Java developers in München on site, 80 to 95 EUR',
      { count: 3, remote: 'on-site', minRate: 80, maxRate: 95 },
    ],
    [
      'Kubernetes engineer, fully remote, below 110 €',
      { remote: 'remote', maxRate: 110, location: null },
    ],
    [
      'Python developer, 3 days in the office in Kraków, start 2027-02-01',
      { remote: 'hybrid-3', startDate: '2027-02-01' },
    ],
    ['Designer from 3 January', { startDate: '2027-01-03' }],
    ['Vue developer with 5 years of practice', { maxRate: null, count: 2 }],
    ['', { role: 'Freelancer', skills: [], location: null }],
    ['A UX designer in Berlin, 80 EUR', { role: 'UX designer' }],
    ['Two testers, remote', { role: 'Testers' }],
  ])('reads “%s”', (text, expected) => {
    expect(read(text)).toMatchObject(expected);
  });

  it('distinguishes skills that are written alike', () => {
    const names = (text: string) => read(text).skills.map(({ name }) => name);
    expect(names('React Native developer')).toEqual(['React Native']);
    expect(names('ready to go live')).toEqual([]);
    expect(names('Go and Kubernetes')).toContain('Go');
  });

  it('applies an instruction to the known brief', () => {
    const brief = read('React developer near Leipzig, hybrid 2 days, up to 105 EUR');
    const berlin = readBrief('only people in Berlin', now, brief);
    expect(berlin).toMatchObject({
      onlyCity: 'Berlin',
      maxRate: 105,
      remote: 'hybrid-2',
      role: brief.role,
    });
    expect(readBrief('max 90 EUR', now, brief)).toMatchObject({
      maxRate: 90,
      location: { city: 'Leipzig' },
    });
    expect(readBrief('German speakers only', now, brief).languages).toEqual(['German']);
    expect(
      readBrief('without TypeScript', now, readBrief('React, TypeScript', now)).skills,
    ).toHaveLength(1);
  });
});
