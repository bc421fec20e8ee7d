import { agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import { expect, it } from 'vitest';
import { createIntake } from './intake.ts';

const intake = () =>
  createIntake({
    protocol: 'hai',
    agentId: 'planner',
    threadId: 't',
    runId: 'r',
    lastEventId: null,
    now: () => 0,
  });
const frame = (event: unknown) => `data: ${JSON.stringify(event)}\n\n`;
const speakerOf = (metadata: Record<string, unknown>) => {
  const items = intake().feed(
    frame({ type: 'RUN_STARTED' }) + frame({ type: 'STEP_STARTED', stepName: 's', metadata }),
  );
  return items.flatMap((item) => (item.kind === 'event' ? [item.speaker] : [])).at(-1);
};

it('lets an agent speak for another agent, never for a person or the server', () => {
  expect(speakerOf({ agentId: 'worker' })).toBe('worker');
  expect(speakerOf({ agentId: 'operator:ann' })).toBe('planner');
  expect(speakerOf({ agentId: 'countersign' })).toBe('planner');
  expect(speakerOf({ agentId: 'countersign:default' })).toBe('planner');
});

it('knows no agent by the name of the server', () => {
  const descriptor = { name: 'X', url: 'http://127.0.0.1:1/' };
  expect(agentDescriptorSchema.safeParse({ ...descriptor, id: 'countersign' }).success).toBe(false);
  expect(agentDescriptorSchema.safeParse({ ...descriptor, id: 'countersigner' }).success).toBe(
    true,
  );
});
