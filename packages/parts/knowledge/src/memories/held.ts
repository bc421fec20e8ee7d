import { createKnownMemories, type KnownMemories } from '@countersign/memory/absorb/known-memories';
import type { Memory } from '@countersign/memory/model/memory';
import { createMemoryIndex, type MemoryIndex } from '@countersign/memory/retrieve/memory-index';
import type { Journal } from '@countersign/server/journal/journal';
import type { Report } from '@countersign/server/runtime/alarm';
import { oneAtATime } from '@countersign/server/runtime/one-at-a-time';
import { isDamage } from '@countersign/server/store/faults/damage';
import { storedJson } from '@countersign/server/store/stored-json';
import { knowledgeAfter, type PlacedRow, removedState } from '../rows/knowledge-entries.ts';

/** All memories as a server has them in memory, up to a place. */
export interface HeldMemories {
  /** The position of the last change included; it advances when memories are read again. */
  readonly place: number;
  readonly all: ReadonlyMap<string, Memory>;
  /** Ids of memories that were removed: they are not made again. */
  readonly removed: ReadonlySet<string>;
  readonly index: MemoryIndex;
  readonly known: KnownMemories;
}

export interface Holder {
  /** What is committed now, by any server. */
  current(): Promise<HeldMemories>;
  /** `known` was changed by work that was not kept: these memories are as they are in the store again. */
  restore(ids: Iterable<string>): void;
}

const pageRows = 1_000;

/**
 * Keeps memories in memory in step with the store, also when another server changes it: each change has a higher place than the last one, so that only
 * what is new is read. Servers on one store need not notify each other.
 */
export function createHolder({ read }: Pick<Journal, 'read'>, report: Report): Holder {
  const all = new Map<string, Memory>();
  const removed = new Set<string>();
  const index = createMemoryIndex();
  const known = createKnownMemories([]);
  let place = 0;

  const forget = (id: string) => {
    all.delete(id);
    index.remove(id);
    known.remove(id);
    removed.add(id);
  };
  const take = (memory: Memory) => {
    all.set(memory.id, memory);
    index.put(memory);
    known.put(memory);
  };
  /** One that cannot be read does not keep the others away. */
  const takeRow = ({ id, body }: PlacedRow) => {
    try {
      take(storedJson<Memory>(body));
    } catch (error) {
      if (!isDamage(error)) throw error;
      report(`The memory ${id} could not be read.`, error);
    }
  };
  const reading = oneAtATime(async () => {
    for (;;) {
      const rows = await knowledgeAfter(read, 'memory', { place, limit: pageRows });
      for (const row of rows) {
        if (row.state === removedState) forget(row.id);
        else takeRow(row);
        place = row.place;
      }
      if (rows.length < pageRows) return;
      // A big store is read at the start: others have their turn in between.
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
  const held: HeldMemories = {
    get place() {
      return place;
    },
    ...{ all, removed, index, known },
  };
  return {
    async current() {
      await reading.ask();
      return held;
    },
    restore(ids) {
      for (const id of ids) {
        const memory = all.get(id);
        if (memory === undefined) known.remove(id);
        else known.put(memory);
      }
    },
  };
}
