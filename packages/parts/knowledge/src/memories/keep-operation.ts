import type { Memory } from '@countersign/memory/model/memory';
import type { Revision } from '@countersign/memory/model/revise';
import { operation } from '@countersign/server/journal/operation';
import type { Transaction } from '@countersign/server/store/transaction';
import {
  deleteKnowledge,
  deleteKnowledgeAbout,
  type KnowledgeKind,
  type KnowledgeRow,
  lastKnowledgePlace,
  putKnowledge,
  readKnowledge,
  removedState,
} from '../rows/knowledge-entries.ts';

/** A change of knowledge, as it was worked out from what a server has in memory. */
export interface KnowledgeChange {
  /** The place of the last change of any memory that it was worked out from; null = it does not depend on memories. */
  memoryPlace: number | null;
  /** States of entries that it depends on; null = there is none of this id. */
  expected: readonly { kind: KnowledgeKind; id: string; state: string | null }[];
  memories: readonly Memory[];
  revisions: readonly Revision[];
  /** Ids of memories that are removed with their former versions. */
  removed: readonly string[];
  entries: readonly ({ kind: KnowledgeKind } & KnowledgeRow)[];
  gone: readonly { kind: KnowledgeKind; id: string }[];
  audits: readonly { operator: string; action: string; detail: unknown }[];
}

/** Changes memories and what belongs to them, if they are as the change was worked out from; `moved` = they are not. */
export const keepKnowledge = operation<KnowledgeChange, 'kept' | 'moved'>(
  'keepKnowledge',
  async (transaction, change) => {
    const { memoryPlace, expected } = change;
    const last = await lastKnowledgePlace(transaction, 'memory');
    if (memoryPlace !== null && last !== memoryPlace) return 'moved';
    for (const { kind, id, state } of expected) {
      const found = await readKnowledge(transaction, kind, id);
      if ((found?.state ?? null) !== state) return 'moved';
    }
    await keepMemories(transaction, change, last);
    await keepEntries(transaction, change.entries);
    for (const { kind, id } of change.gone) await deleteKnowledge(transaction, kind, id);
    for (const audit of change.audits) await transaction.audit({ threadId: null, ...audit });
    return 'kept';
  },
);

async function keepMemories(
  transaction: Transaction,
  { memories, revisions, removed }: KnowledgeChange,
  last: number,
): Promise<void> {
  let place = last;
  for (const memory of memories) {
    place += 1;
    const { id, status: state, agent } = memory;
    const row = { id, state, about: agent ?? '', body: JSON.stringify(memory), place };
    await putKnowledge(transaction, 'memory', row);
  }
  for (const id of removed) {
    place += 1;
    const row = { id, state: removedState, about: '', body: '', place };
    await putKnowledge(transaction, 'memory', row);
    await deleteKnowledgeAbout(transaction, 'revision', id);
    await deleteKnowledgeAbout(transaction, 'extraction', id);
    await deleteKnowledgeAbout(transaction, 'shared', id);
  }
  await keepEntries(
    transaction,
    revisions.map((revision) => ({
      kind: 'revision' as const,
      id: `${revision.former.id}/${revision.former.version}`,
      ...{ state: '', about: revision.former.id, body: JSON.stringify(revision) },
    })),
  );
}

export async function keepEntries(
  transaction: Transaction,
  entries: readonly ({ kind: KnowledgeKind } & KnowledgeRow)[],
): Promise<void> {
  const places = new Map<KnowledgeKind, number>();
  for (const { kind, ...row } of entries) {
    const place = (places.get(kind) ?? (await lastKnowledgePlace(transaction, kind))) + 1;
    places.set(kind, place);
    await putKnowledge(transaction, kind, { ...row, place });
  }
}
