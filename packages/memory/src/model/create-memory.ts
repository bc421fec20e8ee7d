import type { TypedContent } from './content.ts';
import type { Memory } from './memory.ts';

/** What is known of a memory that is made; the rest has defaults. */
export type NewMemory = TypedContent & { id: string; createdAt: number } & Partial<
    Omit<Memory, 'type' | 'content' | 'id' | 'createdAt'>
  >;

/** A memory with all defaults: personal, active, of medium importance, version 1, confirmed by nobody. */
export const createMemory = (given: NewMemory): Memory => ({
  layer: 'personal',
  agent: null,
  importance: 'medium',
  status: 'active',
  origin: { kind: 'work', caller: null },
  confirmed: null,
  links: [],
  tags: [],
  sources: [],
  version: 1,
  updatedAt: given.createdAt,
  validUntil: null,
  createdAtText: null,
  ...given,
});
