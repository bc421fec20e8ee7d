import type { HaiEvent } from '@countersign/hai/event';
import { expect, it } from 'vitest';
import { createSharedState } from './shared-state.ts';

const keeper = (state: unknown) => {
  const events: HaiEvent[] = [];
  const emit = async (event: HaiEvent) => {
    events.push(event);
  };
  return { ...createSharedState({ input: { state }, gate: { emit } }), events };
};

it('applies changes of another agent to the state, and skips operations that do not apply', () => {
  const { adopt, shared } = keeper({ a: 1 });
  adopt({
    type: 'STATE_DELTA',
    delta: [
      { op: 'replace', path: '/nothing/here', value: 1 },
      { op: 'add', path: '/b', value: [1] },
    ],
  });
  expect(shared.get()).toEqual({ a: 1, b: [1] });
});

it('changes one place only, also in a part that another agent has copied', async () => {
  const { adopt, shared, events } = keeper({ plan: { steps: ['book'] } });
  adopt({ type: 'STATE_DELTA', delta: [{ op: 'copy', from: '/plan', path: '/draft' }] });
  await shared.update((draft) => {
    Object.assign((draft as { draft: object }).draft, { steps: ['cancel'] });
  });
  expect(shared.get()).toEqual({ plan: { steps: ['book'] }, draft: { steps: ['cancel'] } });
  expect(events).toEqual([
    { type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/draft/steps/0', value: 'cancel' }] },
  ]);
});
