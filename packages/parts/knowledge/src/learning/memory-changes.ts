import type {
  addMemorySchema,
  changeMemorySchema,
  moveMemorySchema,
  reviewCorrectionsSchema,
} from '@countersign/api/knowledge-memory';
import type { Operator } from '@countersign/api/operator';
import { say } from '@countersign/api/statements';
import type { JsonObject } from '@countersign/json/json-object';
import { readContent } from '@countersign/memory/model/content';
import { createMemory } from '@countersign/memory/model/create-memory';
import { moveLayer } from '@countersign/memory/model/layer-moves';
import { type Confirmation, layers, type Memory } from '@countersign/memory/model/memory';
import { type Change, type Revision, revise } from '@countersign/memory/model/revise';
import type { z } from 'zod';
import { hasRoomFor, type Knowledge } from '../memories/knowledge.ts';
import { isCorrection } from '../memories/memory-views.ts';
import { changedMeanwhile, refusedKnowledge, unknownKnowledge } from '../problems.ts';
import { approvedCorrections, type Holding, takeOne } from './approved-corrections.ts';

type Person = Pick<Operator, 'id' | 'name'>;

/** What is only ours in a content: who writes it may not change it. */
const keepSource = (sent: JsonObject, before: Memory | null): JsonObject => {
  const { source_info: _, ...content } = sent;
  const info = before?.content['source_info'];
  return info === undefined ? content : { ...content, source_info: info };
};

function contentOf(type: Memory['type'], sent: JsonObject, before: Memory | null) {
  const read = readContent(type, keepSource(sent, before));
  if (!read.ok) {
    throw refusedKnowledge(
      null,
      read.faults.map((fault) => ({ ...fault, path: `/content${fault.path}` })),
    );
  }
  return read.value;
}

/** Notes a memory for a person. */
export function noteMemory(
  knowledge: Knowledge,
  body: z.output<typeof addMemorySchema>,
  by: Person,
): Promise<Memory> {
  const { type, agent, importance, tags } = body;
  const read = contentOf(type, body.content, null);
  return knowledge.change(async (held) => {
    const memory = createMemory({
      ...read,
      ...{ agent, importance, tags: [...new Set(tags)] },
      id: knowledge.createId('memory'),
      createdAt: knowledge.now(),
      origin: { kind: 'person', caller: null },
      confirmed: confirmedBy(by, knowledge.now()),
    });
    if (!hasRoomFor(held, 1)) throw refusedKnowledge(say('knowledge.full'));
    const audits = [audit(by, 'memory:note', { id: memory.id, type, agent })];
    return { plan: { memories: [memory], audits }, value: memory };
  });
}

const confirmedBy = ({ id, name }: Person, at: number): Confirmation => ({ id, name, at });

const audit = (by: Person, action: string, detail: JsonObject) => ({
  operator: by.id,
  action,
  detail,
});

/** Changes a memory that is as it was seen. */
function changeSeen(
  knowledge: Knowledge,
  { id, version, ...holding }: { id: string; version: number } & Holding,
  work: (
    memory: Memory,
    at: number,
  ) => { memory: Memory; revision: Revision | null; action: string; by: Person },
): Promise<void> {
  return knowledge.change(async (held) => {
    const before = held.all.get(id);
    if (before === undefined) throw unknownKnowledge(id);
    if (before.version !== version) throw changedMeanwhile();
    const { memory, revision, action, by } = work(before, knowledge.now());
    if (revision === null) return { plan: null, value: undefined };
    const { why } = revision;
    const change = changeOf(by, knowledge.now(), why);
    const replaced = takeOne(held, memory, { holding, change });
    const detail = { id, from: version, to: memory.version, why, ...naming(holding) };
    return {
      plan: {
        memories: [memory, ...replaced.map((each) => each.memory)],
        revisions: [revision, ...replaced.flatMap((each) => each.revision ?? [])],
        audits: [audit(by, action, detail)],
      },
      value: undefined,
    };
  });
}

/** What was replaced, for the audit. */
const naming = ({ replaces }: Holding): JsonObject =>
  replaces.length === 0 ? {} : { replaces: [...replaces] };

const changeOf = (by: Person, at: number, why: string): Change => ({ at, by: by.name, why });

export function editMemory(
  knowledge: Knowledge,
  id: string,
  { by, ...body }: z.output<typeof changeMemorySchema> & { by: Person },
): Promise<void> {
  const { version, why, content, replaces, keepBoth, ...rest } = body;
  return changeSeen(knowledge, { id, version, replaces, keepBoth }, (memory, at) => {
    const links = rest.links?.filter(({ to }) => to !== id);
    const changed = revise(
      memory,
      {
        ...(rest.importance === undefined ? {} : { importance: rest.importance }),
        ...(rest.tags === undefined ? {} : { tags: [...new Set(rest.tags)] }),
        ...(rest.validUntil === undefined ? {} : { validUntil: rest.validUntil }),
        ...(links === undefined ? {} : { links }),
        ...(content === undefined
          ? {}
          : {
              content: contentOf(memory.type, content, memory).content,
              // Who writes what it says has confirmed it; a correction waits for its review.
              ...(memory.status === 'active' ? { confirmed: confirmedBy(by, at) } : {}),
            }),
      },
      changeOf(by, at, why),
    );
    return { ...changed, action: 'memory:change', by };
  });
}

/** Upward it is the approval of the person who moves it. */
export function moveMemory(
  knowledge: Knowledge,
  id: string,
  { by, to, why, ...seen }: z.output<typeof moveMemorySchema> & { by: Person },
): Promise<void> {
  return changeSeen(knowledge, { id, ...seen }, (memory, at) => {
    const approval = { kind: 'person' as const, by: by.id, at };
    const moved = moveLayer(memory, to, { ...changeOf(by, at, why), approval });
    if (!moved.ok) throw refusedKnowledge(moved.reason);
    const isUp = layers.indexOf(to) > layers.indexOf(memory.layer);
    const confirmed = isUp ? confirmedBy(by, at) : memory.confirmed;
    return {
      memory: { ...moved.memory, confirmed },
      ...{ revision: moved.revision, action: 'memory:layer', by },
    };
  });
}

export const removeMemory = (knowledge: Knowledge, id: string, by: Person): Promise<void> =>
  knowledge.change(async (held) => {
    const memory = held.all.get(id);
    if (memory === undefined) throw unknownKnowledge(id);
    const { type, agent } = memory;
    const audits = [audit(by, 'memory:remove', { id, type, agent })];
    return { plan: { removed: [id], audits }, value: undefined };
  });

type Reviews = z.output<typeof reviewCorrectionsSchema>['reviews'];
type Reviewed = { id: string; outcome: 'done' | 'changed' | 'invalid' }[];

/** A correction that is pending, or anything else that nobody has confirmed; a contradiction is decided in the inbox. */
const waitsForReview = (memory: Memory): boolean =>
  isCorrection(memory)
    ? memory.status === 'pending'
    : memory.status === 'active' && memory.confirmed === null;

/** Approves or rejects what waits for a review, as it was seen, all that can be in one step. */
export function reviewCorrections(
  knowledge: Knowledge,
  reviews: Reviews,
  by: Person,
): Promise<Reviewed> {
  return knowledge.change(async (held) => {
    const memories = new Map<string, Memory>();
    const revisions: Revision[] = [];
    const approved = approvedCorrections(held);
    const results: Reviewed = reviews.map((review) => {
      const { id, version } = review;
      const before = held.all.get(id);
      const isAsSeen = before?.version === version && waitsForReview(before);
      if (before === undefined || !isAsSeen || memories.has(id)) {
        return { id, outcome: 'changed' as const };
      }
      const at = knowledge.now();
      const reviewed = reviewedMemory(before, review, { by, at });
      if (reviewed === null) return { id, outcome: 'invalid' as const };
      const replaced = approved.take(reviewed.memory, review, changeOf(by, at, ''));
      if (replaced === null) return { id, outcome: 'changed' as const };
      for (const { memory, revision } of [reviewed, ...replaced]) {
        memories.set(memory.id, memory);
        if (revision !== null) revisions.push(revision);
      }
      return { id, outcome: 'done' as const };
    });
    approved.check();
    const audits = reviews
      .filter((_, index) => results[index]?.outcome === 'done')
      .map(({ id, verdict, layer, why, content, ...holding }) =>
        audit(by, 'memory:review', {
          ...{ id, verdict, layer, why, edited: content !== undefined, ...naming(holding) },
        }),
      );
    const plan = { memories: [...memories.values()], revisions, audits };
    return { plan: memories.size === 0 ? null : plan, value: results };
  });
}

function reviewedMemory(
  before: Memory,
  { verdict, layer, content, why }: Reviews[number],
  { by, at }: { by: Person; at: number },
): { memory: Memory; revision: Revision | null } | null {
  const read = readContent(before.type, keepSource(content ?? before.content, before));
  if (!read.ok) return null;
  return revise(
    before,
    {
      status: verdict === 'approve' ? 'active' : 'superseded',
      layer: verdict === 'approve' && layer !== undefined ? layer : before.layer,
      content: read.value.content,
      confirmed: verdict === 'approve' ? confirmedBy(by, at) : null,
    },
    changeOf(by, at, why === '' ? verdict : why),
  );
}
