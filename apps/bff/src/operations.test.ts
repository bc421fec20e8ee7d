import type { AnyOperation } from '@countersign/server/journal/operation';
import { expect, it } from 'vitest';
import { operations } from './operations.ts';

const isOperation = (value: unknown): value is AnyOperation =>
  typeof value === 'object' && value !== null && 'waits' in value && 'run' in value;

it('the writer has every operation, each under its exported name', async () => {
  const files = import.meta.glob<Record<string, unknown>>([
    './*/*.ts',
    '../../../packages/{server,parts/*}/src/**/*.ts',
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

it('waits for a store that is not writable with what no client would request again', () => {
  // All others are commands of clients, which get an error, or are repeated automatically.
  expect(
    operations
      .filter(({ waits }) => waits)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([
    'answerByPolicy',
    'answerByRule',
    'breakRun',
    'contact',
    'endSnooze',
    'escalate',
    'expire',
    'holdCall',
    'ingest',
    'keepMessageForProgram',
    'leaseOutbox',
    'noteDamage',
    'noteMasked',
    'noteProtocol',
    'noteStatus',
    'passOver',
    'postRun',
    'queueCalls',
    'resumeByNewRun',
    'settleByProgram',
    'settleCall',
    'settleClaims',
    'settleDelivery',
    'shiftWaits',
    'stepControl',
    'takePostBack',
  ]);
});
