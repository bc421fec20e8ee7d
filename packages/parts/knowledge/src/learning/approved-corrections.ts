import { say } from '@countersign/api/statements';
import type { Memory } from '@countersign/memory/model/memory';
import { type Change, type Revision, revise } from '@countersign/memory/model/revise';
import {
  type Contradicted,
  contradictedBy,
  questionOf,
} from '@countersign/memory/work/contradicting-corrections';
import { ProblemError } from '@countersign/server/http/problem';
import type { HeldMemories } from '../memories/held.ts';
import { isCorrection, memoryRow } from '../memories/memory-views.ts';
import { changedMeanwhile } from '../problems.ts';

/** What a person has chosen about corrections that contradict each other. */
export interface Holding {
  /** Ids of approved ones that are replaced. */
  replaces: readonly string[];
  keepBoth: boolean;
}

interface Revised {
  memory: Memory;
  revision: Revision | null;
}

/** The approved corrections, as a change leaves them. */
interface ApprovedCorrections {
  /**
   * Adds a memory that the change leaves; only an approved correction is compared. Returns those that it replaces. Null = it names one
   * that it does not contradict (any more).
   */
  take(memory: Memory, holding: Holding, change: Change): Revised[] | null;
  /** @throws if one was added that contradicts another, and nobody has chosen */
  check(): void;
}

/** INVARIANT: two approved corrections that a run could be given contradict each other only if a person keeps both (`contradicting-approvals.test.ts`). */
export function approvedCorrections(held: HeldMemories): ApprovedCorrections {
  const byQuestion = new Map<string, Map<string, Memory>>();
  const put = (memory: Memory) => {
    const question = questionOf(memory);
    byQuestion.set(question, (byQuestion.get(question) ?? new Map()).set(memory.id, memory));
  };
  for (const memory of held.all.values()) if (isApproved(memory)) put(memory);
  const open: { memory: Memory; others: Contradicted[] }[] = [];

  return {
    take(memory, { replaces, keepBoth }, change) {
      if (!isApproved(memory)) return [];
      const same = byQuestion.get(questionOf(memory)) ?? new Map<string, Memory>();
      const all = contradictedBy(memory, same.values());
      const replaced = all.filter(({ other }) => replaces.includes(other.id));
      if (replaced.length < new Set(replaces).size) return null;
      const isKept = ({ mayKeepBoth }: Contradicted) => keepBoth && mayKeepBoth;
      const others = all.filter((one) => !replaced.includes(one) && !isKept(one));
      if (others.length > 0) open.push({ memory, others });
      for (const { other } of replaced) same.delete(other.id);
      put(memory);
      return replaced.map(({ other }) => replacedBy(memory, other, change));
    },
    check() {
      const id = open[0]?.others[0]?.other.id;
      if (id === undefined) return;
      const contradicts: unknown[] = open.map(({ memory, others }) => ({
        correction: memoryRow(memory, held),
        others: others.map(({ other, places, mayKeepBoth }) => ({
          ...{ memory: memoryRow(other, held), places, mayKeepBoth },
        })),
      }));
      throw new ProblemError('contradicts-approved', say('knowledge.contradicts', { id }), {
        contradicts,
      });
    },
  };
}

/** The same for a change of one memory. @throws if it contradicts another, or names one that it does not contradict */
export function takeOne(
  held: HeldMemories,
  memory: Memory,
  { holding, change }: { holding: Holding; change: Change },
): Revised[] {
  const approved = approvedCorrections(held);
  const replaced = approved.take(memory, holding, change);
  if (replaced === null) throw changedMeanwhile();
  approved.check();
  return replaced;
}

const isApproved = (memory: Memory): boolean =>
  isCorrection(memory) && memory.status === 'active' && memory.confirmed !== null;

function replacedBy({ id }: Memory, other: Memory, change: Change): Revised {
  const isLinked = other.links.some(({ to }) => to === id);
  const links = isLinked ? other.links : [...other.links, { to: id, kind: 'version' as const }];
  const changes = { status: 'superseded' as const, confirmed: null, links };
  return revise(other, changes, { ...change, why: `replaced by ${id}` });
}
