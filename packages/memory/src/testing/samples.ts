import type { MemoryType } from '../model/content.ts';
import { readContent } from '../model/content.ts';
import { createMemory } from '../model/create-memory.ts';
import type { Memory } from '../model/memory.ts';

/** 1 November 2026, 00:00 UTC. */
export const sampleNow = Date.UTC(2026, 10, 1);

/** A memory for tests; throws if its content cannot be read. */
export function memoryOf(
  id: string,
  type: MemoryType,
  content: object,
  more: Partial<Omit<Memory, 'type' | 'content'>> = {},
): Memory {
  const read = readContent(type, content);
  if (!read.ok) throw new Error(`${id}: ${JSON.stringify(read.faults)}`);
  return createMemory({ ...read.value, id, createdAt: sampleNow, ...more });
}

/** Random numbers of a seed, 0 to 1 (mulberry32): the same on every run. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
