import { operatorOf } from '@countersign/server/guard/guard';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { Kernel } from '@countersign/server/kernel';
import { mapInOrder } from '@countersign/server/store/in-order';
import type { Reading } from '@countersign/server/store/port';
import type { KnowledgeServices } from '../knowledge-services.ts';
import { filterMemories } from '../learning/filter-memories.ts';
import {
  editMemory,
  moveMemory,
  noteMemory,
  removeMemory,
  reviewCorrections,
} from '../learning/memory-changes.ts';
import { memoryDetail, memoryRow, type UsesOfMemory } from '../memories/memory-views.ts';
import { pageOfEntries, readEntry } from '../memories/stored.ts';
import { placeOfCursor } from '../page-of-places.ts';
import { unknownKnowledge } from '../problems.ts';

/** What came of a memory in the runs that were given it; the newest 1,000. */
async function usesOf(reading: Reading, memoryId: string): Promise<UsesOfMemory> {
  const uses = await pageOfEntries(reading, 'use', { about: memoryId, before: 0, limit: 1_000 });
  const newest = await mapInOrder(uses.slice(0, 50), async ({ body }) =>
    readEntry(reading, 'given', body.runId),
  );
  const runs = newest.flatMap((entry) => entry?.body ?? []);
  const count = (...states: string[]) => uses.filter(({ state }) => states.includes(state)).length;
  return {
    count: uses.length,
    lastAt: runs.reduce<number | null>((last, { at }) => Math.max(last ?? 0, at), null),
    agents: [...new Set(runs.map(({ agentId }) => agentId))],
    helpful: count('not-asked', 'prefilled'),
    wrong: count('asked-again'),
  };
}

type Deps = Pick<Kernel, 'journal'> & Pick<KnowledgeServices, 'knowledge' | 'extractions'>;

/** Memories are listed, read, noted, changed, moved, reviewed and removed. */
export function registerMemories(app: ZodApp, { journal, knowledge, extractions }: Deps): void {
  const { read } = journal;
  const detailOf = async (id: string) => {
    const held = await knowledge.held();
    const memory = held.all.get(id);
    if (memory === undefined) throw unknownKnowledge(id);
    const open = await pageOfEntries(read, 'question', { state: 'open', before: 0, limit: 1_000 });
    return memoryDetail(memory, held, {
      revisions: await pageOfEntries(read, 'revision', { about: id, before: 0, limit: 100 }),
      questions: open
        .filter(({ body: { question } }) => [question.mine.id, question.theirs.id].includes(id))
        .map((one) => one.id),
      uses: await usesOf(read, id),
      now: knowledge.now(),
    });
  };

  serve(app, 'GET /api/knowledge/memories', async (request) => {
    const held = await knowledge.held();
    const { cursor, limit, ...query } = request.query;
    const found = filterMemories(held, { ...query, cursor, limit }, knowledge.now());
    const start = placeOfCursor(cursor);
    const shown = found.slice(start, start + limit);
    return {
      items: shown.map((memory) => memoryRow(memory, held)),
      nextCursor: start + limit < found.length ? String(start + limit) : null,
      total: found.length,
    };
  });

  serve(app, 'POST /api/knowledge/memories', async (request, reply) => {
    const { id } = await noteMemory(knowledge, request.body, operatorOf(request));
    return reply.code(201).send(await detailOf(id));
  });

  serve(app, 'GET /api/knowledge/memories/:id', async (request) => detailOf(request.params.id));

  serve(app, 'PATCH /api/knowledge/memories/:id', async (request) => {
    const { id } = request.params;
    await editMemory(knowledge, id, { ...request.body, by: operatorOf(request) });
    return detailOf(id);
  });

  serve(app, 'POST /api/knowledge/memories/:id/layer', async (request) => {
    const { id } = request.params;
    await moveMemory(knowledge, id, { ...request.body, by: operatorOf(request) });
    await extractions.byRules([id]);
    return detailOf(id);
  });

  serve(app, 'DELETE /api/knowledge/memories/:id', async (request, reply) => {
    await removeMemory(knowledge, request.params.id, operatorOf(request));
    return reply.code(204).send(null);
  });

  serve(app, 'POST /api/knowledge/reviews', async (request) => {
    const { reviews } = request.body;
    const results = await reviewCorrections(knowledge, reviews, operatorOf(request));
    const confirmed = results.filter(
      ({ outcome }, index) => outcome === 'done' && reviews[index]?.verdict === 'approve',
    );
    await extractions.byRules(confirmed.map(({ id }) => id));
    return { results };
  });
}
