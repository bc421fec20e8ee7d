import type { EnvironmentStep } from '@countersign/api/affordance-call';
import { expect, it } from 'vitest';
import { knownAfter, nameOfStep } from './replay.ts';

const of = { by: 'Executor', callId: 'c1', label: 'arm_operation' };
const steps: EnvironmentStep[] = [
  { kind: 'context', at: 1, by: 'Executor', context: 'move', abilities: [] },
  { kind: 'exposure', at: 2, by: 'Executor', tools: ['arm_operation'] },
  { kind: 'call', at: 3, ...of, signifierId: 's', arguments: { body: 'move(10)' } },
  { kind: 'question', at: 4, ...of, asked: 'Call it?', digest: null },
  { kind: 'context', at: 5, by: 'Executor', context: 'tell', abilities: [] },
  { kind: 'approval', at: 6, ...of, decision: 'approved', isForTask: false, reason: null },
  { kind: 'result', at: 7, ...of, state: 'done', result: 1 },
];

it('knows at each step what had happened until then, and nothing of what came after', () => {
  expect(knownAfter(steps, 1)).toMatchObject({ context: { at: 1 }, exposure: null, calls: [] });
  expect(knownAfter(steps, 4)).toMatchObject({
    context: { context: 'move' },
    exposure: { tools: ['arm_operation'] },
    calls: [{ call: { at: 3 }, question: { at: 4 }, approval: null, result: null }],
  });
  expect(knownAfter(steps, 5)).toMatchObject({ context: { context: 'tell' } });
  expect(knownAfter(steps, steps.length).calls).toMatchObject([
    { approval: { decision: 'approved' }, result: { state: 'done' } },
  ]);
});

it('leaves out what became of a call that is older than the trail', () =>
  expect(knownAfter(steps.slice(3), 4)).toMatchObject({ context: { at: 5 }, calls: [] }));

it('names each step by itself', () =>
  expect(new Set(steps.map(nameOfStep)).size).toBe(steps.length));
