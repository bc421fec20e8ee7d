import { expect, it } from 'vitest';
import type { AnyOperation } from './journal/operation.ts';
import { operations } from './operations.ts';

const isOperation = (value: unknown): value is AnyOperation =>
  typeof value === 'object' && value !== null && 'waits' in value && 'run' in value;

it('the writer is given every operation, each under the name it is exported by', async () => {
  const files = import.meta.glob<Record<string, unknown>>([
    './*/*.ts',
    './clock-set.ts',
    '!**/*.{test,faults}.ts',
    '!./testing/*.ts',
    '!**/*-thread.ts',
  ]);
  const modules = await Promise.all(Object.values(files).map((load) => load()));
  const found = modules.flatMap((module) =>
    Object.entries(module).filter(([, value]) => isOperation(value)),
  );
  expect(found.length).toBeGreaterThan(60);
  for (const [name, value] of found) {
    expect(value).toMatchObject({ name });
    expect(operations).toContain(value);
  }
});

it('waits for a store that takes no writes with what nobody would ask for again', () => {
  // All the others are somebody’s command, who is told that it was not done, or are done again by themselves.
  expect(
    operations
      .filter(({ waits }) => waits)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([
    'answerByRule',
    'breakRun',
    'contact',
    'endSnooze',
    'escalate',
    'expire',
    'holdCall',
    'ingest',
    'leaseOutbox',
    'noteDamage',
    'noteProtocol',
    'noteStatus',
    'passOver',
    'postRun',
    'queueCalls',
    'resumeByNewRun',
    'settleCall',
    'settleClaims',
    'settleDelivery',
    'shiftWaits',
    'stepControl',
  ]);
});
