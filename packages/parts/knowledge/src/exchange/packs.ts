import type { packPreviewSchema, takePackSchema } from '@countersign/api/knowledge-exchange';
import type { Operator } from '@countersign/api/operator';
import { say } from '@countersign/api/statements';
import { previewAbsorb } from '@countersign/memory/absorb/absorb';
import type { Memory } from '@countersign/memory/model/memory';
import { readSeedPack, type SeedItem, type SeedPack } from '@countersign/memory/wire/seed-pack';
import type { z } from 'zod';
import { digestOf } from '../extract-memories.ts';
import type { HeldMemories } from '../memories/held.ts';
import { hasRoomFor, type Knowledge } from '../memories/knowledge.ts';
import type { StoredPack } from '../memories/stored.ts';
import { changedMeanwhile, refusedKnowledge } from '../problems.ts';
import type { Questions } from '../questions.ts';
import { absorbAll, questionEntries, receiverFor } from './absorb-held.ts';
import { conflictViews } from './conflict-views.ts';
import type { Signing } from './signing.ts';

type Person = Pick<Operator, 'id' | 'name'>;
type Preview = z.input<typeof packPreviewSchema>;
type Body = z.output<typeof takePackSchema>;

/** Seed packs: checked as a whole, and imported in one step. */
export interface Packs {
  preview(pack: unknown): Promise<Preview>;
  take(body: Body, by: Person): Promise<StoredPack & { id: string }>;
}

const receiverOf = { agent: null, layer: 'group' as const };

export function createPacks({
  knowledge,
  signing,
  questions,
}: {
  knowledge: Knowledge;
  signing: Signing;
  questions: Questions;
}): Packs {
  /** The effect of importing each item now. */
  const judged = async (items: readonly SeedItem[], held: HeldMemories) => {
    const outcomes = [];
    for (const [index, { knowledge: piece }] of items.entries()) {
      const ports = { now: knowledge.now(), receiver: receiverOf };
      outcomes.push(previewAbsorb(piece, held.known, ports).outcome);
      if (index % 20 === 19) await new Promise((resolve) => setImmediate(resolve));
    }
    return outcomes;
  };
  const digestIn = (pack: SeedPack, outcomes: Awaited<ReturnType<typeof judged>>) =>
    digestOf([
      ...[pack.id, pack.version, pack.domainTags],
      pack.items.map((item) => item.knowledge.id),
      outcomes.map(({ strategy, conflicts }) => [
        strategy,
        conflicts.map(({ kind, with: id }) => [kind, id]),
      ]),
    ]);

  return {
    async preview(sent) {
      const read = readSeedPack(sent, { now: knowledge.now() });
      const signature = { ...(await signing.check(sent)) };
      if (!read.ok) {
        const none = { packId: '', version: '', domainTags: [], digest: '', items: [] };
        return { isValid: false, faults: read.faults, signature, ...none };
      }
      const pack = read.value;
      const held = await knowledge.held();
      const outcomes = await judged(pack.items, held);
      return {
        ...{ isValid: true, faults: [], signature, packId: pack.id, version: pack.version },
        ...{ domainTags: pack.domainTags, digest: digestIn(pack, outcomes) },
        items: pack.items.map(({ index, name, importance, knowledge: piece }) => ({
          ...{ index, name, importance, type: piece.type, content: piece.content },
          strategy: outcomes[index]?.strategy ?? 'refused',
          conflicts: conflictViews(outcomes[index]?.conflicts ?? [], held),
        })),
      };
    },
    async take({ pack: sent, digest, items: wanted, receiver }, by) {
      const read = readSeedPack(sent, { now: knowledge.now() });
      if (!read.ok) throw refusedKnowledge(say('knowledge.pack-faulty'), read.faults);
      if ((await signing.check(sent)).state === 'invalid') {
        throw refusedKnowledge(say('knowledge.pack-faulty'));
      }
      const pack = read.value;
      const taken = await knowledge.change(async (held) => {
        if (digestIn(pack, await judged(pack.items, held)) !== digest) throw changedMeanwhile();
        const items = pack.items.filter(
          ({ index }) => wanted === undefined || wanted.includes(index),
        );
        if (!hasRoomFor(held, items.length)) throw refusedKnowledge(say('knowledge.full'));
        const pieces = items.map((item) => item.knowledge);
        const absorbed = await absorbAll(pieces, held, {
          knowledge,
          receiver: {
            ...receiverFor(receiver, { ...by, at: knowledge.now() }),
            origin: 'pack',
          },
        });
        const body: StoredPack = {
          ...{ packId: pack.id, version: pack.version, domainTags: pack.domainTags },
          ...{ takenBy: by.name, takenAt: knowledge.now() },
          results: items.map(({ index }, at) => ({
            index,
            strategy: absorbed.outcomes[at]?.strategy ?? 'refused',
            memoryId: absorbed.outcomes[at]?.memoryId ?? null,
          })),
        };
        const id = knowledge.createId('pack');
        const detail = { pack: pack.id, version: pack.version, items: items.length };
        return {
          plan: {
            memories: absorbed.memories.map((memory) =>
              ofPack(memory, held, { pack, results: body.results }),
            ),
            revisions: absorbed.revisions,
            entries: [
              { kind: 'pack', id, state: 'taken', about: pack.id.slice(0, 200), body },
              ...questionEntries(absorbed.questions),
            ],
            audits: [{ operator: by.id, action: 'pack:take', detail }],
          },
          value: { ...body, id, asked: absorbed.questions.length > 0 },
        };
      });
      if (taken.asked) await questions.askOpen();
      const { asked: _, ...result } = taken;
      return result;
    },
  };
}

/** A new memory has the importance and the tags of its pack; one that was here stays as it is. */
function ofPack(
  memory: Memory,
  held: HeldMemories,
  { pack, results }: { pack: SeedPack; results: StoredPack['results'] },
): Memory {
  if (held.all.has(memory.id)) return memory;
  const index = results.find(({ memoryId }) => memoryId === memory.id)?.index;
  const item = pack.items.find((one) => one.index === index);
  if (item === undefined) return memory;
  // What is asked about is important, even if the pack says otherwise.
  const importance = memory.status === 'pending' ? memory.importance : item.importance;
  return { ...memory, importance, tags: [...pack.domainTags] };
}
