import {
  changeMemorySchema,
  type KnowledgeSettings,
  type MemoryDetail,
  reviewCorrectionsSchema,
} from '@countersign/api/knowledge-memory';
import type { Operator } from '@countersign/api/operator';
import type { RouteAnswer } from '@countersign/api/routes';
import { may } from '@countersign/desk/permissions';
import { type HttpHandler, HttpResponse, http } from 'msw';
import { beforeEach } from 'vitest';
import { apiServer } from '../../../testing/api-server.ts';
import { notFound, problemResponse } from '../../../testing/problem-response.ts';
import { rowOf, sampleMemories } from './sample-memories.ts';

type Extraction = RouteAnswer<'GET /api/knowledge/extractions'>['items'][number];

const page = (items: readonly unknown[]) => HttpResponse.json({ items, nextCursor: null });
const changed = () => problemResponse(409, 'memory-changed', 'It has changed since you saw it');
const admin: Operator = { id: 'demo', name: 'Demo', role: 'admin', groups: [] };

/** What the views of knowledge read and write: kept in memory, new for each test. To be called once a file, at its top. */
export function knowledgeServer() {
  const net = apiServer();
  let me = admin;
  beforeEach(() => {
    me = admin;
    const memories = new Map(sampleMemories(Date.now()).map((each) => [each.id, each]));
    net.answer(
      http.get('*/api/me', () => HttpResponse.json(me)),
      ...memoryHandlers(memories),
      ...givenHandlers(() => [...memories.values()]),
      ...extractionHandlers(memories, () => me),
      ...exchangeHandlers(memories),
      http.get('*/api/*', notFound),
    );
  });
  return {
    net,
    /** Who looks is a viewer from now on. */
    viewer() {
      me = { ...admin, role: 'viewer' };
    },
    /** The body of the last request that had one, to a path with this in it. */
    bodyOf: (path: string) =>
      net.sent.findLast((each) => each.path.includes(path) && each.body !== null)?.body,
  };
}

type Memories = Map<string, MemoryDetail>;

/** Keeps the next version of a memory, and the former one in it. */
function revise(memories: Memories, memory: MemoryDetail, change: Partial<MemoryDetail>) {
  const { version, content, layer, importance, status, tags } = memory;
  const at = Date.now();
  const former = { version, at, by: admin.id, why: '', content, layer, importance, status, tags };
  const next = {
    ...{ ...memory, ...change, version: version + 1, updatedAt: at },
    versions: [former, ...memory.versions],
  };
  memories.set(memory.id, next);
  return next;
}

/** Whether a memory fits the filter of a request. */
function fits(memory: MemoryDetail, search: URLSearchParams): boolean {
  const words = (search.get('words') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const said = JSON.stringify([memory.name, memory.content, memory.tags]).toLowerCase();
  return (
    (['type', 'layer', 'status', 'origin'] as const).every(
      (name) => search.get(name)?.split(',').includes(memory[name]) !== false,
    ) && words.every((word) => said.includes(word))
  );
}

function memoryHandlers(memories: Memories): HttpHandler[] {
  return [
    http.get('*/api/knowledge/memories', ({ request }) => {
      const { searchParams } = new URL(request.url);
      const found = [...memories.values()].filter((memory) => fits(memory, searchParams));
      return HttpResponse.json({
        ...{ items: found.map(rowOf), nextCursor: null, total: found.length },
      });
    }),
    http.get('*/api/knowledge/memories/:id', ({ params }) => {
      const memory = memories.get(String(params['id']));
      return memory === undefined ? notFound() : HttpResponse.json(memory);
    }),
    http.patch('*/api/knowledge/memories/:id', async ({ params, request }) => {
      const memory = memories.get(String(params['id']));
      const body = changeMemorySchema.parse(await request.json());
      const { version, why, replaces, keepBoth, ...change } = body;
      if (memory === undefined) return notFound();
      if (version !== memory.version) return changed();
      return HttpResponse.json(revise(memories, memory, change as Partial<MemoryDetail>));
    }),
    http.post('*/api/knowledge/reviews', async ({ request }) => {
      const { reviews } = reviewCorrectionsSchema.parse(await request.json());
      const results = reviews.map(({ id, version, verdict, layer, content }) => {
        const memory = memories.get(id);
        if (memory?.version !== version || memory.status !== 'pending')
          return { id, outcome: 'changed' };
        revise(memories, memory, {
          status: verdict === 'approve' ? 'active' : 'superseded',
          reviewedBy: { id: admin.id, name: admin.name, at: Date.now() },
          ...(layer ? { layer } : {}),
          ...(content ? { content } : {}),
        });
        return { id, outcome: 'done' };
      });
      return HttpResponse.json({ results });
    }),
    http.get('*/api/knowledge/values', () => HttpResponse.json({ agents: [], tags: [] })),
  ];
}

/** What runs were given, figures and settings. */
function givenHandlers(all: () => MemoryDetail[]): HttpHandler[] {
  let settings: RouteAnswer<'GET /api/knowledge/settings'> = {
    ...{ version: 1, isOn: true, limit: 8, learns: true, agents: [] },
    ...{ changedBy: null, changedAt: null },
  };
  return [
    http.get('*/api/knowledge/given', () => {
      const used = all().filter(({ givenCount }) => givenCount > 0);
      const memories = used.map(({ id, version, name, type, correction, reviewedBy }) => ({
        ...{ id, version, name, type, isCorrection: correction !== null, score: 0.82 },
        ...{ why: 'has 82% of what the query says', approvedBy: reviewedBy?.name ?? null },
        whyStatement: { code: 'memory.found-alike', params: { percent: 82 } },
        effect: correction === null ? null : 'prefilled',
      }));
      const run = { runId: 'run-1', taskId: 'task-1', agentId: 'orchestrator', at: Date.now() };
      return page([{ ...run, query: 'Find a React contractor', memories }]);
    }),
    http.get('*/api/knowledge/settings', () => HttpResponse.json(settings)),
    http.put<never, KnowledgeSettings>('*/api/knowledge/settings', async ({ request }) => {
      const body = await request.json();
      if (body.version !== settings.version) return changed();
      const by = { changedBy: admin.id, changedAt: Date.now() };
      settings = { ...body, ...by, version: body.version + 1 };
      return HttpResponse.json(settings);
    }),
    http.get('*/api/knowledge/figures', () => {
      const effects = { notAsked: 4, prefilled: 7, askedAgain: 2 };
      const taught = all().filter(({ correction, status }) => correction && status === 'active');
      return HttpResponse.json({
        ...{ total: 5, types: {}, layers: {}, statuses: {}, origins: {}, runs: 14 },
        taught: taught.map(({ id, name, agent }) => ({ id, name, agent, given: 13, ...effects })),
        corrections: { pending: 2, approved: 1, rejected: 0 },
        effects,
        waiting: { corrections: 2, extractions: 0, incoming: 0, questions: 0 },
        shared: 0,
      });
    }),
  ];
}

/** A memory as it would leave, with an address masked and an amount generalised. */
function extractionOf(memory: MemoryDetail): Extraction {
  const budget = '12,000 EUR';
  const filtered = { ...memory.content, contact: '[EMAIL_1]', budget, task: 'Invite' };
  const generalised = { ...filtered, budget: '{{amount}}' };
  return {
    ...{ id: `extraction-${memory.id}`, memory: rowOf(memory), state: 'waiting' },
    ...{ digest: `d-${memory.id}`, createdAt: 1, createdBy: admin.id, approval: null },
    steps: {
      ...{ filtered, desensitised: filtered, generalised },
      standardised: {
        ...{ knowledge_id: `k-${memory.id}`, title: memory.name, content: generalised },
        ...{ source_memory_type: memory.type, source_agent: memory.agent },
        ...{ created_at: new Date(1).toISOString(), metadata: {} },
      },
    },
    report: [
      {
        ...{ step: 'desensitise', path: '/contact', action: 'masked', rule: 'email' },
        ...{ after: '[EMAIL_1]', reason: 'masked by the rule email' },
        reasonStatement: { code: 'memory.masked', params: { rule: 'email' } },
      },
      {
        ...{ step: 'generalise', path: '/budget', action: 'generalised', rule: 'amount' },
        ...{ after: '{{amount}}', reason: 'a value of the type amount belongs here' },
        reasonStatement: { code: 'memory.generalised', params: { type: 'amount' } },
      },
    ],
    ...{ slots: [{ name: 'amount', type: 'amount' }], redactions: { email: 1 }, doubts: [] },
    ...{ withheld: false, notByRule: null },
    policy: { names: [], allowed: [], without: [], terms: {} },
  };
}

/** What may leave: one extraction waits. */
function extractionHandlers(memories: Memories, me: () => Operator): HttpHandler[] {
  const waiting = [...memories.values()].filter(({ id }) => id === 'wf-shortlist');
  let extractions = waiting.map(extractionOf);
  const extracted = async (request: Request) => {
    const asked = (await request.json()) as { memories: string[] };
    const found = asked.memories.flatMap((id) => memories.get(id) ?? []);
    return { items: found.map(extractionOf), unknown: [] };
  };
  return [
    http.get('*/api/knowledge/extractions', () => {
      if (may(me(), 'work')) return page(extractions);
      const withheld = { withheld: true, policy: null };
      return page(
        extractions.map((each) => ({
          ...{ ...each, ...withheld, steps: { ...each.steps, filtered: null } },
        })),
      );
    }),
    http.post('*/api/knowledge/extractions/preview', async ({ request }) =>
      HttpResponse.json(await extracted(request)),
    ),
    http.post('*/api/knowledge/extractions', async ({ request }) =>
      HttpResponse.json(await extracted(request), { status: 201 }),
    ),
    http.post<never, { decisions: { id: string }[] }>(
      '*/api/knowledge/extractions/decisions',
      async ({ request }) => {
        const { decisions } = await request.json();
        extractions = [];
        const results = decisions.map(({ id }) => ({ id, outcome: 'done', knowledgeId: null }));
        return HttpResponse.json({ results });
      },
    ),
  ];
}

/** No other server: nothing comes from elsewhere. */
function exchangeHandlers(memories: Memories): HttpHandler[] {
  return [
    ...['shared', 'incoming', 'questions', 'packs', 'rules', 'keys'].map((list) =>
      http.get(`*/api/knowledge/${list}`, () => page([])),
    ),
    http.get('*/api/knowledge/identity', () => HttpResponse.json({ server: 'demo', key: 'MCow' })),
    http.post('*/api/knowledge/retrieval', async ({ request }) => {
      const { modes } = (await request.json()) as { modes: string[] };
      const rows = [...memories.values()].map(rowOf);
      const hits = rows.slice(0, 1).map((memory) => ({
        ...{ memory, method: 'lexical', score: 0.7, relevance: 0.6, fields: [], path: [] },
        ...{ reason: 'has all of these words', reasonStatement: { code: 'memory.found-words' } },
      }));
      return HttpResponse.json({
        modes: modes.map((mode) => ({ mode, tookMs: 1, hits })),
        ...{ model: null, size: rows.length },
      });
    }),
  ];
}
