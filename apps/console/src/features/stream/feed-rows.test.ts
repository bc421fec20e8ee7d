import type { ThreadItem } from '@countersign/thread/thread';
import { describe, expect, it } from 'vitest';
import { feedRows } from './feed-rows.ts';

const base = { startedAt: 0, endedAt: null, agentId: 'a', runId: 'r' };
const custom = (sequence: number): ThreadItem => ({
  ...base,
  kind: 'custom',
  key: `c${sequence}`,
  sequence,
  lastSequence: sequence,
  name: 'x',
  value: null,
});
const run = (
  sequence: number,
  lastSequence: number,
  status: 'running' | 'finished',
): ThreadItem => ({
  ...base,
  kind: 'run',
  key: `r${sequence}`,
  sequence,
  lastSequence,
  status,
});
const step = (
  sequence: number,
  lastSequence: number,
  status: 'running' | 'finished',
): ThreadItem => ({
  ...base,
  kind: 'step',
  key: `s${sequence}`,
  sequence,
  lastSequence,
  status,
  stepName: 'rank',
});
const none = new Set<string>();

describe('feedRows', () => {
  it('shows the end of a run where it ended', () => {
    const rows = feedRows(
      [run(1, 3, 'finished'), custom(2), custom(4)],
      { from: 0, to: null },
      none,
    );
    expect(rows.map((row) => row.key)).toEqual(['r1', 'c2', 'r1:end', 'c4']);
  });
  it('keeps the end of a run that began before the window', () => {
    const rows = feedRows(
      [run(1, 5, 'finished'), custom(2), custom(3)],
      { from: 2, to: null },
      none,
    );
    expect(rows.map((row) => row.key)).toEqual(['c3', 'r1:end']);
  });
  it('counts what a folded step hides, but never hides a question', () => {
    const ask: ThreadItem = {
      ...base,
      kind: 'up-message',
      key: 'p',
      sequence: 4,
      lastSequence: 4,
      promptId: 't~m',
      message: {
        messageId: 'm',
        threadId: 't',
        timestamp: '2026-01-01T00:00:00Z',
        state: 'needsHumanDecision',
      },
    };
    const items = [step(1, 5, 'finished'), custom(2), custom(3), ask, custom(6)];
    const rows = feedRows(items, { from: 0, to: null }, new Set(['s1']));
    expect(rows.map((row) => row.key)).toEqual(['s1', 'p', 'c6']);
    expect(rows[0]?.hidden).toBe(2);
  });
  it('folds a running step up to now', () => {
    const rows = feedRows(
      [step(1, 1, 'running'), custom(2), custom(3)],
      { from: 0, to: null },
      new Set(['s1']),
    );
    expect(rows.map((row) => row.key)).toEqual(['s1']);
  });

  it('groups only consecutive internal events', () => {
    const noise = (sequence: number, name = 'RAW'): ThreadItem => ({
      ...custom(sequence),
      kind: 'custom',
      name,
      value: null,
    });
    const items = [noise(1), noise(2, 'ag-ui.REASONING_START'), custom(3), noise(4), custom(5)];
    const rows = feedRows(items, { from: 0, to: null }, none);
    expect(rows.map(({ key, behind = [] }) => [key, behind.map((item) => item.key)])).toEqual([
      ['c1', ['c2']],
      ['c3', []],
      ['c4', []],
      ['c5', []],
    ]);
  });
});
