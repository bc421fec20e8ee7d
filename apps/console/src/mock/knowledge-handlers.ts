import {
  addMemorySchema,
  changeMemorySchema,
  type KnowledgeSettings,
  type MemoryDetail,
  moveMemorySchema,
  reviewCorrectionsSchema,
} from '@countersign/api/knowledge-memory';
import { type HttpHandler, HttpResponse, http } from 'msw';
import type { DemoServer } from './demo-server.ts';
import { demoMemories, notedMemory, rowOf } from './knowledge-demo.ts';
import { notFound, problemResponse } from './problem-response.ts';

const changed = () => problemResponse(409, 'memory-changed', 'It has changed since you saw it');
const refused = () => problemResponse(422, 'knowledge-refused', 'This cannot be kept');

type Store = Map<string, MemoryDetail>;
const counted = (memories: readonly MemoryDetail[], of: (memory: MemoryDetail) => string) => {
  const counts: Record<string, number> = {};
  for (const memory of memories) counts[of(memory)] = (counts[of(memory)] ?? 0) + 1;
  return counts;
};

/** Whether a memory fits the filter of a request. */
function fits(memory: MemoryDetail, search: URLSearchParams): boolean {
  const isOne = (name: string, value: string): boolean =>
    (search.get(name)?.split(',') ?? [value]).includes(value);
  const words = (search.get('words') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const said = JSON.stringify([memory.name, memory.content, memory.tags]).toLowerCase();
  const tag = search.get('tag');
  return (
    ['type', 'layer', 'importance', 'status', 'origin'].every((name) =>
      isOne(name, String(memory[name as 'type'])),
    ) &&
    isOne('agent', memory.agent ?? '') &&
    (tag === null || memory.tags.some((each) => tag.split(',').includes(each))) &&
    memory.at >= Number(search.get('since') ?? 0) &&
    words.every((word) => said.includes(word))
  );
}

/** A memory with its next version; the former one is kept. */
function revised(
  memory: MemoryDetail,
  change: Partial<MemoryDetail>,
  { by, at, why }: { by: string; at: number; why: string },
): MemoryDetail {
  const { version, content, layer, importance, status, tags } = memory;
  const former = { version, at, by, why, content, layer, importance, status, tags };
  return {
    ...{ ...memory, ...change },
    ...{ version: version + 1, updatedAt: at, versions: [former, ...memory.versions] },
  };
}

/** What agents of the demo learnt: kept in the page, as the real server would. */
export function knowledgeHandlers(server: DemoServer): HttpHandler[] {
  const memories: Store = new Map(demoMemories(server.now()).map((each) => [each.id, each]));
  const all = () => [...memories.values()].sort((a, b) => b.updatedAt - a.updatedAt);
  const sign = (why: string) => ({ by: server.me.id, at: server.now(), why });
  return [
    ...memoryHandlers(server, memories, all, sign),
    ...usedHandlers(server, all),
    http.post('*/api/knowledge/reviews', async ({ request }) => {
      const body = reviewCorrectionsSchema.parse(await request.json());
      const results = body.reviews.map(({ id, version, verdict, layer, content, why }) => {
        const memory = memories.get(id);
        if (memory?.version !== version || memory.status !== 'pending')
          return { id, outcome: 'changed' };
        const { by, at } = sign(why);
        const reviewedBy = { id: by, name: server.me.name, at };
        const change: Partial<MemoryDetail> = {
          status: verdict === 'approve' ? 'active' : 'superseded',
          reviewedBy,
          ...(layer ? { layer } : {}),
          ...(content ? { content } : {}),
        } as const;
        memories.set(id, revised(memory, change, sign(why)));
        return { id, outcome: 'done' };
      });
      return HttpResponse.json({ results });
    }),
  ];
}

function memoryHandlers(
  server: DemoServer,
  memories: Store,
  all: () => MemoryDetail[],
  sign: (why: string) => { by: string; at: number; why: string },
): HttpHandler[] {
  return [
    http.get('*/api/knowledge/memories', ({ request }) => {
      const search = new URL(request.url).searchParams;
      const found = all().filter((memory) => fits(memory, search));
      const from = Number(search.get('cursor') ?? 0);
      const until = from + Number(search.get('limit') ?? 50);
      const nextCursor = until < found.length ? String(until) : null;
      const items = found.slice(from, until).map(rowOf);
      return HttpResponse.json({ items, nextCursor, total: found.length });
    }),
    http.post('*/api/knowledge/memories', async ({ request }) => {
      const body = addMemorySchema.safeParse(await request.json());
      if (!body.success || Object.keys(body.data.content).length === 0) return refused();
      const memory = notedMemory(body.data, `note-${crypto.randomUUID()}`, server.now());
      memories.set(memory.id, memory);
      return HttpResponse.json(memory, { status: 201 });
    }),
    http.get('*/api/knowledge/memories/:id', ({ params }) => {
      const memory = memories.get(String(params['id']));
      return memory === undefined ? notFound() : HttpResponse.json(memory);
    }),
    http.patch('*/api/knowledge/memories/:id', async ({ params, request }) => {
      const memory = memories.get(String(params['id']));
      const body = changeMemorySchema.safeParse(await request.json());
      if (memory === undefined) return notFound();
      if (!body.success) return refused();
      const { version, why, content, importance, tags, validUntil } = body.data;
      if (version !== memory.version) return changed();
      const next = revised(
        memory,
        {
          ...(content === undefined ? {} : { content }),
          ...(importance === undefined ? {} : { importance }),
          ...(tags === undefined ? {} : { tags }),
          ...(validUntil === undefined ? {} : { validUntil }),
        },
        sign(why),
      );
      memories.set(memory.id, next);
      return HttpResponse.json(next);
    }),
    http.delete('*/api/knowledge/memories/:id', ({ params }) =>
      memories.delete(String(params['id'])) ? new HttpResponse(null, { status: 204 }) : notFound(),
    ),
    http.post('*/api/knowledge/memories/:id/layer', async ({ params, request }) => {
      const memory = memories.get(String(params['id']));
      const body = moveMemorySchema.safeParse(await request.json());
      if (memory === undefined) return notFound();
      if (!body.success) return refused();
      if (body.data.version !== memory.version) return changed();
      const next = revised(memory, { layer: body.data.to, advice: null }, sign(body.data.why));
      memories.set(memory.id, next);
      return HttpResponse.json(next);
    }),
    http.get('*/api/knowledge/values', () => {
      const agents = counted(all(), ({ agent }) => agent ?? '');
      const tags = new Set(all().flatMap((memory) => memory.tags));
      return HttpResponse.json({
        agents: Object.entries(agents)
          .filter(([id]) => id !== '')
          .map(([id, count]) => ({ id, name: id, count })),
        tags: [...tags].map((tag) => ({ tag, count: 1 })),
      });
    }),
    http.get('*/api/knowledge/graph', ({ request }) => {
      const id = new URL(request.url).searchParams.get('id');
      const start = id === null ? all() : all().filter((memory) => memory.id === id);
      if (start.length === 0) return notFound();
      const linked = start.flatMap(({ links }) => links.map(({ to }) => memories.get(to)));
      const nodes = new Map(
        [...start, ...linked].flatMap((each) => (each ? [[each.id, each]] : [])),
      );
      const edges = [...nodes.values()].flatMap((memory) =>
        memory.links.map(({ to, kind }) => ({ from: memory.id, to, kind })),
      );
      const isCut = false;
      return HttpResponse.json({ nodes: [...nodes.values()].map(rowOf), edges, isCut });
    }),
  ];
}

/** What runs were given, figures and settings. */
function usedHandlers(server: DemoServer, all: () => MemoryDetail[]): HttpHandler[] {
  let settings: KnowledgeSettings & { changedBy: string | null; changedAt: number | null } = {
    ...{ version: 1, isOn: true, limit: 8, learns: true, agents: [] },
    ...{ changedBy: null, changedAt: null },
  };
  return [
    http.get('*/api/knowledge/given', ({ request }) => {
      const search = new URL(request.url).searchParams;
      const used = all().filter(({ givenCount }) => givenCount > 0);
      const memory = search.get('memory');
      const isFound = memory === null || used.some(({ id }) => id === memory);
      const run = {
        ...{ runId: 'run-1', taskId: server.tasks()[0]?.id ?? 'task-1', agentId: 'orchestrator' },
        ...{ at: server.now() - 3_600_000, query: 'Find a React contractor for Payments' },
        memories: used.map(({ id, version, name, type, correction, reviewedBy }) => ({
          ...{ id, version, name, type, isCorrection: correction !== null, score: 0.82 },
          ...{ why: 'has 82% of what the query says', approvedBy: reviewedBy?.name ?? null },
          whyStatement: { code: 'memory.found-alike', params: { percent: 82 } },
          effect: correction === null ? null : 'prefilled',
        })),
      };
      const items = isFound && used.length > 0 ? [run] : [];
      return HttpResponse.json({ items, nextCursor: null });
    }),
    http.get('*/api/knowledge/settings', () => HttpResponse.json(settings)),
    http.put<never, KnowledgeSettings>('*/api/knowledge/settings', async ({ request }) => {
      const body = await request.json();
      if (body.version !== settings.version) return changed();
      const by = { changedBy: server.me.id, changedAt: server.now() };
      settings = { ...body, ...by, version: body.version + 1 };
      return HttpResponse.json(settings);
    }),
    http.get('*/api/knowledge/figures', () => {
      const corrections = all().filter(({ origin }) => origin === 'correction');
      const of = (status: string) => corrections.filter((each) => each.status === status).length;
      return HttpResponse.json({
        total: all().length,
        types: counted(all(), ({ type }) => type),
        layers: counted(all(), ({ layer }) => layer),
        statuses: counted(all(), ({ status }) => status),
        origins: counted(all(), ({ origin }) => origin),
        corrections: {
          ...{ pending: of('pending'), approved: of('active'), rejected: of('superseded') },
        },
        effects: { notAsked: 4, prefilled: 7, askedAgain: 2 },
        taught: corrections
          .filter(({ status }) => status === 'active')
          .map(({ id, name, agent }) => ({
            ...{ id, name, agent, given: 13, notAsked: 4, prefilled: 7, askedAgain: 2 },
          })),
        runs: 14,
        waiting: {
          ...{ corrections: of('pending'), extractions: 0, incoming: 0, questions: 0 },
        },
        shared: 0,
      });
    }),
  ];
}
