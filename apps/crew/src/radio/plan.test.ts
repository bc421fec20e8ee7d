import { runs } from '@countersign/testkit/deep';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { radioEn as words } from '../words/radio-en.ts';
import { radioZhCn } from '../words/radio-zh-cn.ts';
import { withIdentities } from './cell.ts';
import { checkPlan } from './check-plan.ts';
import { findConflicts } from './conflicts.ts';
import { defaultConstraints, readConstraints } from './constraints.ts';
import { createIncident, UnknownCellError } from './incident.ts';
import { kpisOf } from './kpis.ts';
import { makePlan, type Plan } from './plan.ts';
import { generateNetwork } from './topology.ts';

const seeds = fc.integer({ min: 0, max: 10_000 });
const identities = (plan: Plan) =>
  new Map(plan.assignments.map(({ cell, proposed }) => [cell, proposed]));
const wishes = (plan: Plan) =>
  plan.assignments.map(({ cell, proposed }) => ({ cell, pci: proposed }));

describe('the network', () => {
  it('has 216 cells without a conflict, the same for the same seed', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const network = generateNetwork(seed);
        expect(network.cells).toHaveLength(216);
        expect(findConflicts(network)).toEqual([]);
        expect(generateNetwork(seed).cells).toEqual(network.cells);
      }),
      { numRuns: runs(12) },
    );
  });

  it('keeps the sectors of a site different modulo 3', () => {
    const { cells } = generateNetwork(7);
    for (const site of new Set(cells.map((cell) => cell.site))) {
      const sectors = cells.filter((cell) => cell.site === site);
      expect(new Set(sectors.map(({ pci }) => pci % 3)).size).toBe(3);
    }
  });
});

describe('the incident', () => {
  it('causes a collision at the complaining cell, which reduces its rate', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { cell, before, now } = createIncident(seed, null);
        const collisions = findConflicts(now).filter(({ kind }) => kind === 'collision');
        expect(collisions.some(({ cells }) => cells.includes(cell))).toBe(true);
        const [was, is] = [kpisOf(before).get(cell), kpisOf(now).get(cell)];
        expect(is?.downlinkMbps).toBeLessThan(was?.downlinkMbps ?? 0);
      }),
      { numRuns: runs(12) },
    );
  });

  it('uses the given cell, and refuses an unknown one', () => {
    expect(createIncident(3, 'NTO-0437-2').cell).toBe('NTO-0437-2');
    expect(() => createIncident(3, 'XXX-1')).toThrow(UnknownCellError);
  });
});

describe('the plan', () => {
  it('ends every conflict not listed as unsolved, within the constraints, and restores the rate', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { cell, before, now } = createIncident(seed, null);
        const plan = makePlan(now, defaultConstraints, words);
        expect(plan.unsolved).toEqual([]);
        expect(
          checkPlan(now, wishes(plan), { constraints: defaultConstraints, words }).faults,
        ).toEqual([]);
        const after = withIdentities(now, identities(plan));
        expect(findConflicts(after)).toEqual([]);
        const rate = (network: typeof now) => kpisOf(network).get(cell)?.downlinkMbps ?? 0;
        expect(rate(after)).toBeGreaterThan(rate(now));
        expect(rate(after)).toBeGreaterThan(0.75 * rate(before));
      }),
      { numRuns: runs(12) },
    );
  });

  it('never changes locked or kept cells, and reports what it could not solve', () => {
    const { now } = createIncident(5, null);
    const first = makePlan(now, defaultConstraints, words);
    const keep = new Set(findConflicts(now).flatMap(({ cells }) => cells));
    const second = makePlan(now, { ...defaultConstraints, keep }, words);
    expect(first.assignments.length).toBeGreaterThan(0);
    expect(first.assignments.every(({ cell }) => now.byId.get(cell)?.locked === false)).toBe(true);
    expect(second.assignments).toEqual([]);
    expect(second.unsolved).toHaveLength(findConflicts(now).length);
    expect(second.unsolved[0]?.reason).toBe('Both cells are locked or must be kept.');
  });

  it('changes at most the allowed number of cells', () => {
    const { now } = createIncident(1, null);
    const plan = makePlan(now, { ...defaultConstraints, maxChanges: 1 }, words);
    expect(plan.assignments).toHaveLength(1);
    expect(plan.unsolved[0]?.reason).toBe('Only 1 cells may change.');
  });

  it('changes the cells of the site that caused it, and others only where those are locked', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { now, changes } = createIncident(seed, null);
        const caused = now.cells.filter(({ site }) => site === changes[0]?.site);
        const prefer = new Set(caused.map(({ id }) => id));
        const plan = makePlan(now, { ...defaultConstraints, prefer }, words);
        const others = plan.assignments.filter(({ cell }) => !prefer.has(cell));
        expect(others.length).toBeLessThanOrEqual(caused.filter(({ locked }) => locked).length);
        expect(plan.unsolved).toEqual([]);
      }),
      { numRuns: runs(12) },
    );
  });
});

describe('an edited plan', () => {
  const { now } = createIncident(2, null);
  const free = now.cells.find(({ locked }) => !locked);
  const locked = now.cells.find((cell) => cell.locked);
  const rulesOf = (wish: { cell: string; pci: number }) =>
    checkPlan(now, [wish], { constraints: defaultConstraints, words }).faults.map(
      ({ rule }) => rule,
    );

  it('is checked against every rule', () => {
    const neighbour = now.byId.get(now.relations.get(free?.id ?? '')?.[0]?.to ?? '');
    expect(rulesOf({ cell: 'NTO-9999-1', pci: 5 })).toEqual(['unknown-cell']);
    expect(rulesOf({ cell: free?.id ?? '', pci: 1_008 })).toEqual(['range']);
    expect(rulesOf({ cell: free?.id ?? '', pci: 1.5 })).toEqual(['range']);
    expect(rulesOf({ cell: locked?.id ?? '', pci: 900 })).toContain('locked');
    expect(rulesOf({ cell: free?.id ?? '', pci: neighbour?.pci ?? 0 })).toEqual(
      expect.arrayContaining(['reuse', 'conflict']),
    );
  });
});

describe('an instruction', () => {
  const { now } = createIncident(4, null);
  const read = (said: string) => readConstraints(said, now, { before: defaultConstraints, words });

  it('changes the constraints it names', () => {
    const { constraints, understood } = read(
      'Keep NTO-0412-2 and site NTO-0415, reuse distance 4.5 km, at most 3 changes, ignore mod 3',
    );
    expect([...constraints.keep]).toEqual(['NTO-0412-2', 'NTO-0415-1', 'NTO-0415-2', 'NTO-0415-3']);
    expect(constraints).toMatchObject({ reuseKm: 4.5, maxChanges: 3, mod3: 'prefer' });
    expect(understood).toHaveLength(4);
  });

  it('may be in Chinese', () => {
    const { constraints, understood } = readConstraints(
      '保留NTO-0412-2，复用距离不小于 4.5 公里，最多修改 3 个小区，放宽模 3',
      now,
      { before: defaultConstraints, words: radioZhCn },
    );
    expect([...constraints.keep]).toEqual(['NTO-0412-2']);
    expect(constraints).toMatchObject({ reuseKm: 4.5, maxChanges: 3, mod3: 'prefer' });
    expect(understood).toEqual([
      '复用距离 4.5 km',
      '最多修改 3 个',
      '模 3 仅尽量不同',
      'NTO-0412-2 保留原标识',
    ]);
  });

  it('reports when it changes none', () => {
    expect(read('Please hurry').understood).toEqual([]);
    expect(read('Please hurry').constraints).toEqual(defaultConstraints);
  });
});
