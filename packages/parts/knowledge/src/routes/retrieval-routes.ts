import type { DeskServices } from '@countersign/part-desk/desk-services';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { KnowledgeServices } from '../knowledge-services.ts';
import { memoryHit, memoryRow } from '../memories/memory-views.ts';
import { unknownKnowledge } from '../problems.ts';

type Deps = Pick<KnowledgeServices, 'knowledge' | 'memoryMeanings'> &
  Pick<DeskServices, 'registry'>;

/** How long a search waits for the model, ms. */
const maxMeaningMs = 10_000;

/** Memories are found, and looked at with their links. */
export function registerRetrieval(
  app: ZodApp,
  { knowledge, registry, memoryMeanings }: Deps,
): void {
  serve(app, 'GET /api/knowledge/values', async () => {
    const { all } = await knowledge.held();
    const agents = new Map<string, number>();
    const tags = new Map<string, number>();
    for (const memory of all.values()) {
      if (memory.agent !== null) agents.set(memory.agent, (agents.get(memory.agent) ?? 0) + 1);
      for (const tag of memory.tags) tags.set(tag, (tags.get(tag) ?? 0) + 1);
    }
    const named = [...agents].map(async ([id, count]) => ({
      ...{ id, count },
      name: (await registry.descriptor(id))?.name ?? id,
    }));
    return {
      agents: (await Promise.all(named)).sort((a, b) => b.count - a.count).slice(0, 200),
      tags: [...tags]
        .map(([tag, count]) => ({ tag, count }))
        .sort((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1))
        .slice(0, 200),
    };
  });

  serve(app, 'GET /api/knowledge/graph', async (request) => {
    const held = await knowledge.held();
    const { id, depth, limit } = request.query;
    if (id !== undefined && !held.all.has(id)) throw unknownKnowledge(id);
    const start = id === undefined ? newestLinked(held, limit) : [id];
    const ids = new Set(start);
    let edge = start;
    for (let round = 0; round < (id === undefined ? 0 : depth); round += 1) {
      edge = edge.flatMap((one) =>
        held.index.neighbours(one).flatMap((other) => (ids.has(other.id) ? [] : [other.id])),
      );
      for (const one of edge) if (ids.size < limit) ids.add(one);
    }
    const isCut = ids.size >= limit;
    const edges = [...ids].flatMap((from) =>
      held.index
        .neighbours(from)
        // Each once, whichever of both states it.
        .filter(({ id: to }) => ids.has(to) && from < to)
        .map(({ id: to, kind }) => ({ from, to, kind })),
    );
    const nodes = [...ids].flatMap((one) => {
      const memory = held.all.get(one);
      return memory === undefined ? [] : [memoryRow(memory, held)];
    });
    return { nodes, edges, isCut };
  });

  serve(app, 'POST /api/knowledge/retrieval', async (request) => {
    const held = await knowledge.held();
    const { modes, filter, anchors, ...retrieval } = request.body;
    const given = Object.fromEntries(
      Object.entries(filter).filter(([, value]) => value !== undefined),
    );
    const needs = modes.includes('semantic') || modes.includes('associative');
    const meaning = needs ? await memoryMeanings.of(retrieval.query, maxMeaningMs) : undefined;
    return {
      modes: [...new Set(modes)].map((mode) => {
        const begun = performance.now();
        const wanted = {
          ...{ ...retrieval, mode, filter: given, now: knowledge.now() },
          ...(anchors.length === 0 ? {} : { anchors }),
        };
        const hits = held.index.retrieve(wanted, meaning);
        const tookMs = Math.round((performance.now() - begun) * 100) / 100;
        return { mode, tookMs, hits: hits.flatMap((hit) => memoryHit(hit, held)) };
      }),
      model: meaning?.model ?? null,
      size: held.all.size,
    };
  });
}

function newestLinked(held: Awaited<ReturnType<Deps['knowledge']['held']>>, limit: number) {
  return [...held.all.values()]
    .sort((a, b) => b.updatedAt - a.updatedAt)
    .slice(0, limit)
    .map(({ id }) => id);
}
