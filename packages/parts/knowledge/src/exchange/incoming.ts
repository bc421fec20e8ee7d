import type {
  decideIncomingSchema,
  incomingSchema,
  receivedSchema,
} from '@countersign/api/knowledge-sharing';
import type { Operator } from '@countersign/api/operator';
import { say } from '@countersign/api/statements';
import { previewAbsorb } from '@countersign/memory/absorb/absorb';
import { fingerprintOf } from '@countersign/memory/absorb/memory-of-knowledge';
import { readKnowledgeItem } from '@countersign/memory/wire/knowledge-item';
import type { Journal } from '@countersign/server/journal/journal';
import { mapInOrder } from '@countersign/server/store/in-order';
import type { z } from 'zod';
import { digestOf, writtenItem } from '../extract-memories.ts';
import type { HeldMemories } from '../memories/held.ts';
import { hasRoomFor, type Knowledge, type Plan } from '../memories/knowledge.ts';
import { type Entry, readEntry, type StoredIncoming } from '../memories/stored.ts';
import { refusedKnowledge } from '../problems.ts';
import type { Questions } from '../questions.ts';
import { absorbAll, questionEntries, receiverFor } from './absorb-held.ts';
import { conflictViews } from './conflict-views.ts';
import type { Signing } from './signing.ts';

type Person = Pick<Operator, 'id' | 'name'>;
type Body = z.output<typeof decideIncomingSchema>;
type Result = {
  id: string;
  outcome: 'done' | 'changed' | 'refused';
  strategy: StoredIncoming['strategy'];
  memoryId: string | null;
};
type Received = z.input<typeof receivedSchema>;

/** Knowledge of others: held until a person absorbs it. */
export interface Incoming {
  hold(sent: readonly unknown[], from: StoredIncoming['from']): Promise<Received>;
  decide(body: Body, by: Person): Promise<Result[]>;
}

export function createIncoming(deps: {
  journal: Pick<Journal, 'read'>;
  knowledge: Knowledge;
  signing: Signing;
  questions: Questions;
}): Incoming {
  const { journal, knowledge, signing, questions } = deps;
  const { read } = journal;

  return {
    async hold(sent, from) {
      const now = knowledge.now();
      const received = { held: 0, known: 0, refused: [] as Received['refused'] };
      const found = await mapInOrder(sent.entries(), async ([index, one]) => {
        const piece = readKnowledgeItem(one, { now });
        if (!piece.ok) {
          received.refused.push({ index, faults: piece.faults });
          return [];
        }
        const signature = await signing.check(one);
        const same = [piece.value.id, fingerprintOf(piece.value)];
        const body: StoredIncoming = {
          ...{ item: writtenItem(piece.value), knowledge: piece.value, from, receivedAt: now },
          signature,
          // The person who decides has also seen whose it is.
          digest: digestOf([...same, piece.value.provenance, signature]),
          ...{ strategy: null, memoryId: null, decidedBy: null, decidedAt: null },
        };
        return [{ id: `incoming-${digestOf(same).slice(0, 26)}`, body }];
      });
      const fresh = new Map<string, { id: string; body: StoredIncoming }>();
      for (const one of found.flat()) {
        const before = fresh.get(one.id);
        if (before === undefined || isBetter(one.body, before.body)) fresh.set(one.id, one);
      }
      return knowledge.change(async (held) => {
        const kept = await mapInOrder(fresh.values(), async ({ id, body }) => {
          const before = await readEntry(read, 'incoming', id);
          const isTaken = held.known.holderOf(body.knowledge) !== undefined;
          if (isTaken || (before !== null && !isReplaced(before, body))) return [];
          const entry = { kind: 'incoming' as const, id, state: 'held', about: from.id, body };
          return [{ entry, before: before?.state ?? null }];
        });
        const entries = kept.flat().map(({ entry }) => entry);
        const expected = kept
          .flat()
          .map(({ entry: { kind, id }, before }) => ({ kind, id, state: before }));
        // What is there with a better signature now is no further item to decide on, unless it was discarded.
        const added = expected.filter(({ state }) => state !== 'held').length;
        const value = {
          ...received,
          held: added,
          known: sent.length - received.refused.length - added,
        };
        return { plan: entries.length === 0 ? null : { entries, expected }, value };
      });
    },
    async decide({ decisions, receiver }, by) {
      const { results, asked } = await knowledge.change(async (held) => {
        const plan = await planOf(held, { decisions, receiver, by });
        return { plan: plan.entries.length === 0 ? null : plan, value: plan.value };
      });
      if (asked) await questions.askOpen();
      return results;
    },
  };

  async function planOf(held: HeldMemories, { decisions, receiver, by }: Body & { by: Person }) {
    const seen = new Set<string>();
    const found = await mapInOrder(decisions, async ({ id, digest, verdict }) => {
      const entry = await readEntry(read, 'incoming', id);
      const isAsSeen = entry?.state === 'held' && entry.body.digest === digest && !seen.has(id);
      seen.add(id);
      return { id, verdict, entry: isAsSeen ? entry : null };
    });
    const taken = found.flatMap(({ verdict, entry }) =>
      verdict === 'absorb' && entry !== null && !isForged(entry.body) ? [entry] : [],
    );
    if (!hasRoomFor(held, taken.length)) throw refusedKnowledge(say('knowledge.full'));
    const pieces = taken.map(({ body }) => body.knowledge);
    const absorbed = await absorbAll(pieces, held, {
      knowledge,
      receiver: receiverFor(receiver, { ...by, at: knowledge.now() }),
    });
    const outcomes = new Map(taken.map(({ id }, index) => [id, absorbed.outcomes[index]]));
    const entries: NonNullable<Plan['entries']>[number][] = [];
    const results = found.map(({ id, verdict, entry }): Result => {
      if (entry === null) return { id, outcome: 'changed', strategy: null, memoryId: null };
      if (verdict === 'absorb' && isForged(entry.body)) {
        return { id, outcome: 'refused', strategy: null, memoryId: null };
      }
      const { strategy = null, memoryId = null } = outcomes.get(id) ?? {};
      const state = verdict === 'absorb' ? 'absorbed' : 'discarded';
      const decided = { decidedBy: by.id, decidedAt: knowledge.now(), strategy, memoryId };
      const body = { ...entry.body, ...decided };
      entries.push({ kind: 'incoming', id, state, about: entry.about, body });
      return { id, outcome: 'done', strategy, memoryId };
    });
    const audits = results
      .filter(({ outcome }) => outcome === 'done')
      .map(({ id, strategy, memoryId }) => ({
        operator: by.id,
        action: strategy === null ? 'knowledge:discard' : 'knowledge:absorb',
        detail: { id, strategy, memoryId },
      }));
    return {
      ...{ memories: absorbed.memories, revisions: absorbed.revisions, audits },
      expected: entries.map(({ id }) => ({ kind: 'incoming' as const, id, state: 'held' })),
      entries: [...entries, ...questionEntries(absorbed.questions)],
      value: { results, asked: absorbed.questions.length > 0 },
    };
  }
}

/** Changed after it was signed: whose it says it is cannot be known. */
const isForged = ({ signature }: StoredIncoming): boolean => signature.state === 'invalid';

const trust = { invalid: 0, none: 1, unknown: 2, valid: 3 };
const isBetter = (one: StoredIncoming, other: StoredIncoming): boolean =>
  trust[one.signature.state] > trust[other.signature.state];

/** Whether knowledge that is received again replaces what was received before: a copy does not block the original. */
const isReplaced = ({ state, body }: Entry<'incoming'>, now: StoredIncoming): boolean =>
  state !== 'absorbed' && isBetter(now, body);

/** What came, with what absorbing it would do now, or did. */
export function incomingView(
  { id, state, body }: Entry<'incoming'>,
  held: HeldMemories,
  now: number,
): z.input<typeof incomingSchema> {
  const { item, knowledge, from, receivedAt, signature, digest, decidedBy, decidedAt } = body;
  const isHeld = state === 'held';
  const preview = isHeld
    ? previewAbsorb(knowledge, held.known, { now, receiver: { agent: null, layer: 'group' } })
    : null;
  const { agent, provenance } = knowledge;
  return {
    ...{ id, from: { ...from }, receivedAt, signature: { ...signature }, digest },
    ...{ decidedBy, decidedAt },
    state: isHeld ? 'held' : state === 'absorbed' ? 'absorbed' : 'discarded',
    item: {
      ...item,
      knowledge_id: knowledge.id,
      title: knowledge.title,
      content: knowledge.content,
      source_memory_type: String(item['source_memory_type']),
      source_agent: agent,
      created_at: String(item['created_at']),
      metadata: Object(item['metadata']),
    },
    type: knowledge.type,
    provenance: {
      ...{ agent, approvedBy: provenance.approvedBy, approvedAt: provenance.approvedAt },
      sharedBy: [...provenance.sharedBy],
    },
    strategy: preview?.outcome.strategy ?? body.strategy ?? 'unchanged',
    conflicts: preview === null ? [] : conflictViews(preview.outcome.conflicts, held),
    memoryId: preview?.outcome.strategy === 'unchanged' ? preview.outcome.memoryId : body.memoryId,
  };
}
