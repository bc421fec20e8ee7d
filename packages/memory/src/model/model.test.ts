import { describe, expect, it } from 'vitest';
import { memoryOf, sampleNow as now } from '../testing/samples.ts';
import { type Approval, checkApproval } from './approval.ts';
import { readContent } from './content.ts';
import { adviseLayer, moveLayer } from './layer-moves.ts';
import { revise } from './revise.ts';
import { readSteps, writeSteps } from './steps.ts';
import { readTime, writeTime } from './wire-time.ts';

const memory = memoryOf('wf-1', 'workflow', { workflow_name: 'Repair', steps: 'a:b' });
const person: Approval = { kind: 'person', by: 'ada', at: now };
const change = { at: now, by: 'ada', why: 'useful' };
const dayMs = 86_400_000;

describe('a change of a memory', () => {
  it('is a new version, and keeps the former one', () => {
    const { memory: next, revision } = revise(memory, { importance: 'high' }, change);
    expect(next).toMatchObject({ version: 2, importance: 'high', updatedAt: now });
    expect(revision).toEqual({ former: memory, ...change });
    expect(memory).toMatchObject({ version: 1, importance: 'medium' });
  });

  it('that changes nothing is none', () => {
    expect(revise(memory, { importance: 'medium' }, change)).toEqual({ memory, revision: null });
  });
});

describe('layers', () => {
  it('are climbed one at a time, with an approval', () => {
    const group = moveLayer(memory, 'group', { ...change, approval: person });
    expect(group).toMatchObject({ ok: true, memory: { layer: 'group', version: 2 } });
    expect(moveLayer(memory, 'public', { ...change, approval: person })).toMatchObject({
      ok: false,
      reason: { statement: { code: 'memory.one-layer' } },
    });
    expect(moveLayer(memory, 'personal', { ...change, approval: person }).ok).toBe(false);
  });

  it('are left downward without one', () => {
    const shared = { ...memory, layer: 'public' as const };
    expect(moveLayer(shared, 'personal', { ...change, approval: null })).toMatchObject({
      ok: true,
      memory: { layer: 'personal' },
    });
  });

  it('are not climbed by what waits for a decision', () => {
    const pending = { ...memory, status: 'pending' as const };
    expect(moveLayer(pending, 'group', { ...change, approval: person }).ok).toBe(false);
  });

  it.each<[string, Approval | null, boolean]>([
    ['of a person', person, true],
    ['of nobody', null, false],
    ['of a person without a name', { ...person, by: ' ' }, false],
    ['from the future', { ...person, at: now + 1 }, false],
    [
      'of a rule that ends later',
      { kind: 'rule', rule: 'r', by: 'ada', at: now, expiresAt: now + 1 },
      true,
    ],
    [
      'of a rule that has ended',
      { kind: 'rule', rule: 'r', by: 'ada', at: now - 9, expiresAt: now },
      false,
    ],
    [
      'of a rule without an end',
      { kind: 'rule', rule: 'r', by: 'ada', at: now, expiresAt: Number.POSITIVE_INFINITY },
      false,
    ],
  ])('an approval %s: %j', (_, approval, holds) => {
    expect(checkApproval(approval, now).ok).toBe(holds);
    expect(moveLayer(memory, 'group', { ...change, approval }).ok).toBe(holds);
  });

  it('are advised by use', () => {
    const used = { agents: ['a', 'b', 'c', 'c'], helpful: 2, wrong: 0, lastUsedAt: now };
    expect(adviseLayer(memory, used, { now })).toMatchObject({ to: 'group' });
    expect(adviseLayer({ ...memory, agent: 'a' }, used, { now })).toBeNull();
    const group = { ...memory, layer: 'group' as const };
    expect(adviseLayer(group, { ...used, wrong: 3 }, { now })).toMatchObject({ to: 'personal' });
    expect(adviseLayer({ ...group, validUntil: now }, used, { now })).toMatchObject({
      to: 'personal',
      reason: { statement: { code: 'memory.use-over' } },
    });
    const idle = { ...used, lastUsedAt: null };
    expect(adviseLayer(group, idle, { now: now + 200 * dayMs })).toMatchObject({
      to: 'personal',
      reason: { text: 'has not been used for 200 days' },
    });
    expect(adviseLayer(memory, { ...used, wrong: 9 }, { now })).toBeNull();
  });
});

describe('contents', () => {
  it('are read in the form of the specification and of the reference', () => {
    const list = readContent('workflow', {
      workflow_name: 'Repair',
      steps: [{ name: 'detect', description: 'compare', details: { limit: 3 } }, 'plan：choose', 7],
      colour: 'red',
    });
    expect(list).toMatchObject({
      ok: true,
      value: {
        content: {
          task_description: '',
          steps: [
            { name: 'detect', description: 'compare', details: { limit: 3 } },
            { name: 'plan', description: 'choose', details: {} },
          ],
          colour: 'red',
        },
      },
    });
    expect(readSteps([{ step_name: 'a', action: 'b', duration_seconds: 4 }])).toEqual([
      { name: 'a', description: '', details: { duration_seconds: 4 } },
    ]);
  });

  it('are refused if they say nothing, or cannot be walked', () => {
    const codeOf = (type: Parameters<typeof readContent>[0], sent: unknown) => {
      const read = readContent(type, sent);
      return read.ok ? null : read.faults[0]?.statement?.code;
    };
    expect(codeOf('profile', {})).toBe('memory.missing');
    expect(codeOf('workflow', { workflow_name: ' ' })).toBe('memory.missing');
    expect(codeOf('semantic', 'text')).toBe('memory.shape');
    let deep: object = { a: 1 };
    for (let level = 0; level < 50_000; level += 1) deep = { a: deep };
    expect(codeOf('semantic', { concept_name: 'a', properties: deep })).toBe('memory.too-deep');
    expect(codeOf('semantic', { concept_name: 'a'.repeat(200_001) })).toBe('memory.too-large');
    const hostile: unknown = JSON.parse('{"concept_name":"a","properties":{"__proto__":{"x":1}}}');
    expect(codeOf('semantic', hostile)).toBe('memory.name');
  });

  it('have steps that survive being one text, structure apart', () => {
    const steps = [{ name: 'a: b', description: 'two\nlines', details: { x: 1 } }];
    expect(writeSteps(steps)).toBe('a - b:two lines');
    expect(readSteps(writeSteps(steps))).toEqual([
      { name: 'a - b', description: 'two lines', details: {} },
    ]);
  });
});

describe('times of the wire', () => {
  it('are UTC without saying so, whatever the time zone of this machine', () => {
    expect(readTime('2025-09-23T03:37:55.816337')).toBe(Date.UTC(2025, 8, 23, 3, 37, 55, 816));
    expect(readTime('2025-09-23T03:37:55')).toBe(Date.UTC(2025, 8, 23, 3, 37, 55));
    expect(readTime('2025-09-23T05:37:55+02:00')).toBe(Date.UTC(2025, 8, 23, 3, 37, 55));
    expect(readTime('2025-09-23T03:37:55Z')).toBe(Date.UTC(2025, 8, 23, 3, 37, 55));
    expect(readTime('yesterday')).toBeNull();
    expect(readTime('2025-13-01')).toBeNull();
  });

  it('are written without an offset, and without a fraction of zero', () => {
    expect(writeTime(Date.UTC(2025, 8, 23, 3, 37, 55))).toBe('2025-09-23T03:37:55');
    expect(writeTime(Date.UTC(2025, 8, 23, 3, 37, 55, 816))).toBe('2025-09-23T03:37:55.816000');
    expect(readTime(writeTime(1_234_567))).toBe(1_234_567);
  });
});
