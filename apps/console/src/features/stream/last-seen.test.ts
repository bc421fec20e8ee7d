import { describe, expect, it } from 'vitest';
import { markSince, readSeen, writeSeen } from './last-seen.ts';

function memory() {
  const map = new Map<string, string>();
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
  };
}

describe('last seen', () => {
  it('remembers per task', () => {
    const storage = memory();
    writeSeen(storage, 'a', { sequence: 7, at: 1000 });
    expect(readSeen(storage, 'a')).toEqual({ sequence: 7, at: 1000 });
    expect(readSeen(storage, 'b')).toBeNull();
  });
  it('survives foreign and broken values', () => {
    const storage = memory();
    storage.setItem('countersign.seen.a', '{"sequence":"7"');
    expect(readSeen(storage, 'a')).toBeNull();
    storage.setItem('countersign.seen.a', '{"sequence":"7","at":1}');
    expect(readSeen(storage, 'a')).toBeNull();
  });
  it('marks only when something happened', () => {
    expect(markSince(null, 5)).toBeNull();
    expect(markSince({ sequence: 5, at: 1 }, 5)).toBeNull();
    expect(markSince({ sequence: 5, at: 1 }, 17)).toEqual({ sequence: 5, at: 1, count: 12 });
  });
});
