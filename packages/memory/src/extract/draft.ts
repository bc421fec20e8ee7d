import type { JsonObject } from '@countersign/json/json-object';
import type { WrittenStatement } from '@countersign/json/statement';
import type { MemoryType } from '../model/content.ts';
import type { Slot } from '../model/knowledge.ts';
import type { Importance, Memory, MemoryStatus } from '../model/memory.ts';

/** A memory on its way to knowledge. */
export interface Draft {
  memoryId: string;
  type: MemoryType;
  agent: string | null;
  importance: Importance;
  status: MemoryStatus;
  /** ms since the epoch; null = without end. */
  validUntil: number | null;
  content: JsonObject;
  /** How often each rule masked something. */
  redactions: Readonly<Record<string, number>>;
  slots: readonly Slot[];
}

/** What a step did at a place. It never contains what was masked, nor do its paths. */
export interface ReportEntry {
  memoryId: string;
  step: 'filter' | 'desensitise' | 'generalise' | 'standardise';
  /** JSON Pointer into the content as it is after the step; `''` = the whole memory. */
  path: string;
  action: 'kept' | 'dropped' | 'masked' | 'generalised' | 'mapped';
  /** The rule that did it. */
  rule: string;
  /** What is there now: the placeholder, the slot, or the member that it became. `''` = nothing. */
  after: string;
  /** Why, for people. */
  reason: WrittenStatement;
}

/** The outcome of a step. */
export interface Stepped<Item> {
  items: Item[];
  report: ReportEntry[];
}

/** A copy: no step changes a memory. */
export const draftOf = (memory: Memory): Draft => ({
  memoryId: memory.id,
  type: memory.type,
  agent: memory.agent,
  importance: memory.importance,
  status: memory.status,
  validUntil: memory.validUntil,
  content: structuredCopy(memory.content),
  redactions: {},
  slots: [],
});

function structuredCopy(value: JsonObject): JsonObject {
  const copy: unknown = JSON.parse(JSON.stringify(value));
  return Object.fromEntries(Object.entries(Object(copy)));
}
