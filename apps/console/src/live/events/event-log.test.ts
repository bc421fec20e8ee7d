import type { Envelope } from '@countersign/hai/envelope';
import { describe, expect, it, vi } from 'vitest';
import { envelopesOf } from '../../testing/any-tape.ts';
import { createEventLog, ratesOf } from './event-log.ts';

const delta = (index: number) => ({
  type: 'BUSINESS_DATA_CONTENT' as const,
  messageId: 'm',
  delta: `word ${index}`,
});
const tape = (length: number) => envelopesOf(Array.from({ length }, (_, index) => delta(index)));
const anomaly = (kind: string): Envelope['event'] => ({
  type: 'CUSTOM',
  name: 'countersign.anomaly',
  value: { kind, agentId: 'demo', detail: 'x' },
});
const sourceOf = (envelopes: Envelope[]) => ({
  events: vi.fn(async (after: number, limit: number) =>
    envelopes.filter(({ sequence }) => sequence > after && sequence <= after + limit),
  ),
});

describe('the log of events', () => {
  it('reads the end first, then back to the beginning', async () => {
    const source = sourceOf(tape(5_000));
    const log = createEventLog(source);
    log.follow(5_000);
    await vi.waitFor(() => expect(log.store.getState().high).toBe(5_000));
    expect(source.events.mock.calls[0]?.[0]).toBe(3_000);
    await vi.waitFor(() => expect(log.store.getState().low).toBe(1));
    for (const at of [1, 999, 1_000, 1_001, 2_999, 5_000]) {
      expect(log.row(at)).toMatchObject({ sequence: at, label: `word ${at - 1}` });
    }
    expect(log.row(5_001)).toBeUndefined();
    expect(log.store.getState().types).toEqual(new Map([['BUSINESS_DATA_CONTENT', 5_000]]));
  });

  it('follows a task that is still running, and reads nothing twice', async () => {
    const envelopes = tape(10);
    const source = sourceOf(envelopes);
    const log = createEventLog(source);
    log.follow(10);
    await vi.waitFor(() => expect(log.store.getState().low).toBe(1));
    envelopes.push(...tape(25).slice(10));
    log.follow(25);
    await vi.waitFor(() => expect(log.store.getState().high).toBe(25));
    expect(log.store.getState().health.get('demo')?.events).toBe(25);
    log.close();
  });

  it('counts faults of a stream separately from its messages', async () => {
    const facts = [anomaly('frame-rejected'), anomaly('illegal-order'), anomaly('patch-failed')];
    const envelopes = [
      ...envelopesOf([{ ...delta(0), timestamp: 990 }]),
      ...envelopesOf(facts, 'countersign').map((each) => ({
        ...each,
        sequence: each.sequence + 1,
      })),
    ];
    const log = createEventLog(sourceOf(envelopes));
    log.follow(4);
    await vi.waitFor(() => expect(log.store.getState().status).toBe('ready'));
    const { health, anomalies } = log.store.getState();
    expect(anomalies).toBe(3);
    expect([...health.values()]).toEqual([
      {
        agentId: 'demo',
        events: 1,
        lastAt: 1_000,
        lagMs: 10,
        stampedAt: 990,
        hasClock: false,
        rejected: 1,
        outOfOrder: 1,
        otherAnomalies: 1,
      },
    ]);
    expect(log.row(2)?.anomaly).toEqual({ kind: 'frame-rejected', agentId: 'demo' });
  });

  it('shows no lag for an agent whose clock is stopped', async () => {
    const lagOf = async (stamps: number[]) => {
      const events = stamps.map((timestamp, place) => ({ ...delta(place), timestamp }));
      const log = createEventLog(sourceOf(envelopesOf(events)));
      log.follow(stamps.length);
      await vi.waitFor(() => expect(log.store.getState().status).toBe('ready'));
      const health = log.store.getState().health.get('demo');
      log.close();
      return health?.lagMs;
    };
    // Received at about 1,000: these times are an hour and many years away.
    expect(await lagOf([-3_600_000, -3_600_000])).toBeNull();
    expect(await lagOf([-1_725_811_200_000, -1_725_811_200_001])).toBeNull();
    expect(await lagOf([-3_600_000, -3_599_000])).toBeGreaterThan(3_000_000);
  });

  it('does not count repaired data as a fault', async () => {
    const envelopes = [
      ...envelopesOf([delta(0)]),
      ...envelopesOf([anomaly('event-repaired')], 'countersign').map((each) => ({
        ...each,
        sequence: 2,
      })),
    ];
    const log = createEventLog(sourceOf(envelopes));
    log.follow(2);
    await vi.waitFor(() => expect(log.store.getState().status).toBe('ready'));
    expect(log.store.getState().health.get('demo')).toMatchObject({
      rejected: 0,
      outOfOrder: 0,
      otherAnomalies: 0,
    });
  });

  it('says that it could not read, and continues on request', async () => {
    const source = sourceOf(tape(3));
    source.events.mockRejectedValueOnce(new Error('no network'));
    const log = createEventLog(source);
    log.follow(3);
    await vi.waitFor(() => expect(log.store.getState().status).toBe('error'));
    log.retry();
    await vi.waitFor(() => expect(log.store.getState().status).toBe('ready'));
    expect(log.row(3)?.label).toBe('word 2');
  });

  it('gives the rate of the last seconds only', async () => {
    const log = createEventLog(sourceOf(tape(100)));
    log.follow(100);
    await vi.waitFor(() => expect(log.store.getState().status).toBe('ready'));
    // The newest was received at 1,990: fifty of them within the half second before.
    expect(ratesOf(log, 1_995, 500).get('demo')).toBe(100);
    expect(ratesOf(log, 60_000).get('demo')).toBeUndefined();
  });
});
