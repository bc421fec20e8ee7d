import { randomBytes } from 'node:crypto';
import { createIdSource } from '@countersign/memory/model/id-source';
import type { Journal } from '@countersign/server/journal/journal';
import type { Report } from '@countersign/server/runtime/alarm';
import type { Clock } from '@countersign/server/runtime/clock';
import { commonShareOf, shareOf } from '@countersign/server/runtime/share';
import type { KnowledgeKind } from '../rows/knowledge-entries.ts';
import { createHolder, type HeldMemories } from './held.ts';
import { type KnowledgeChange, keepKnowledge } from './keep-operation.ts';
import type { KnowledgeBodies, StoredSettings } from './stored.ts';
import { readEntry } from './stored.ts';

/** What a change consists of; what is absent is empty. */
export type Plan = Partial<Omit<KnowledgeChange, 'memoryPlace' | 'entries'>> & {
  entries?: readonly PlannedEntry[];
};
type PlannedEntry = {
  [Kind in KnowledgeKind]: {
    kind: Kind;
    id: string;
    state?: string;
    about?: string;
    body: KnowledgeBodies[Kind];
  };
}[KnowledgeKind];

/** What agents learnt, kept in the store and in memory. */
export interface Knowledge {
  /** All memories, as they are committed now. */
  held(): Promise<HeldMemories>;
  /**
   * Works a change out and keeps it. `work` is repeated if something was changed meanwhile, also by another server: it reads what it needs
   * each time. A plan of null changes nothing.
   */
  change<Value>(
    work: (held: HeldMemories) => Promise<{ plan: Plan | null; value: Value }>,
  ): Promise<Value>;
  settings(): Promise<StoredSettings>;
  createId: (prefix: string) => string;
  now(): number;
  /** Called after each change that was made here; returns its undo. */
  onChange(listener: () => void): () => void;
}

export const defaultSettings: StoredSettings = {
  ...{ version: 0, isOn: true, limit: 8, learns: true, agents: [] },
  ...{ changedBy: null, changedAt: null },
};

/** More memories are refused: all of them are in memory. */
export const maxMemories = 250_000;
const maxTries = 50;

export function createKnowledge({
  journal,
  clock,
  report,
}: {
  journal: Pick<Journal, 'read' | 'commit'>;
  clock: Clock;
  report: Report;
}): Knowledge {
  const holder = createHolder(journal, report);
  const createId = createIdSource({ now: () => clock.now(), randomBytes });
  const listeners = new Set<() => void>();
  let last: Promise<unknown> = Promise.resolve();

  /** `place`: the one that the plan was worked out from. */
  const attempt = async (place: number, { entries = [], ...plan }: Plan) => {
    const { memories = [], removed = [] } = plan;
    const dependsOnMemories = memories.length > 0 || removed.length > 0;
    const change: KnowledgeChange = {
      ...{ expected: [], revisions: [], gone: [], audits: [], ...plan, memories, removed },
      memoryPlace: dependsOnMemories ? place : null,
      entries: entries.map(({ kind, id, state = '', about = '', body }) => ({
        ...{ kind, id, state, about, body: JSON.stringify(body) },
      })),
    };
    const touched = memories.map(({ id }) => id);
    try {
      const outcome = await journal.commit(keepKnowledge, change);
      if (outcome === 'kept') return true;
      holder.restore(touched);
      return false;
    } catch (error) {
      holder.restore(touched);
      throw error;
    }
  };
  const run: Knowledge['change'] = async (work) => {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const held = await holder.current();
      // It advances while the work waits, when a request reads what another server has changed.
      const { place } = held;
      const { plan, value } = await work(held);
      if (plan === null) return value;
      if (await attempt(place, plan)) {
        for (const listener of listeners) listener();
        return value;
      }
    }
    throw new Error('Knowledge is changed too often by others.');
  };

  return {
    held: holder.current,
    // One after the other: what is worked out from memories would be worked out again.
    change(work) {
      const done = last.then(() => run(work));
      last = done.catch(() => {});
      return done;
    },
    settings: async () =>
      (await readEntry(journal.read, 'settings', 'all'))?.body ?? defaultSettings,
    createId,
    now: () => clock.now(),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Whether there is room for so many more. To be asked before they are compared with those that are known. */
export const hasRoomFor = (held: HeldMemories, count: number): boolean =>
  held.all.size + count <= maxMemories;

const program = { role: 'registrant' } as const;
/** What is learnt by itself from the work of one agent, at most: others learn too, and people write. */
export const maxOfAgent = shareOf(maxMemories, program);
/** From here on it is reported that an agent fills its share. */
export const nearlyAll = 0.9;

/** How much of its share an agent has; 0 = certainly little. What people confirmed or wrote is nobody's share. */
export function shareUsed(held: HeldMemories, agent: string): number {
  // To count takes a look at each: not as long as all have less.
  if (held.all.size < nearlyAll * maxOfAgent) return 0;
  let own = 0;
  for (const memory of held.all.values()) {
    const isByItself = memory.origin.kind === 'work' && memory.confirmed === null;
    if (isByItself && memory.agent === agent) own += 1;
  }
  return own / maxOfAgent;
}

/** Whether so many more can be learnt from the work of an agent that has used so much of its share. */
export const canLearn = (held: HeldMemories, count: number, used: number): boolean =>
  held.all.size + count <= commonShareOf(maxMemories, program) &&
  used * maxOfAgent + count <= maxOfAgent;
