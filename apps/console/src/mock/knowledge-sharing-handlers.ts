import type { RouteAnswer } from '@countersign/api/routes';
import { may } from '@countersign/desk/permissions';
import { type HttpHandler, HttpResponse, http } from 'msw';
import type { DemoServer } from './demo-server.ts';
import { demoMemories, rowOf } from './knowledge-demo.ts';
import { notFound, problemResponse } from './problem-response.ts';

type Extraction = RouteAnswer<'GET /api/knowledge/extractions'>['items'][number];
type Rule = RouteAnswer<'GET /api/knowledge/rules'>['items'][number];
type Key = RouteAnswer<'GET /api/knowledge/keys'>['items'][number];

const page = (items: readonly unknown[]) => HttpResponse.json({ items, nextCursor: null });
const done = () => new HttpResponse(null, { status: 204 });
const stateOf = (request: Request, otherwise: string) =>
  new URL(request.url).searchParams.get('state') ?? otherwise;
/** The demo has no other server: nothing comes, and nothing can be taken. */
const noServer = () => problemResponse(422, 'knowledge-refused', 'This cannot be kept');

const contact = { contact: 'anna@example.com', budget: '12,000 EUR', task: 'Invite' };

function demoExtraction(server: DemoServer, id: string): Extraction | null {
  const memory = demoMemories(server.now()).find((each) => each.id === id);
  if (memory === undefined) return null;
  const desensitised = { ...memory.content, ...contact, contact: '[EMAIL_1]' };
  const generalised = { ...desensitised, budget: '{{amount}}' };
  return {
    ...{ id: `extraction-${id}`, memory: rowOf(memory), state: 'waiting', digest: `d-${id}` },
    ...{ createdAt: server.now(), createdBy: server.me.id, approval: null },
    steps: {
      filtered: { ...memory.content, budget: contact.budget, contact: '[EMAIL_1]' },
      ...{ desensitised, generalised },
      standardised: {
        ...{ knowledge_id: `k-${id}`, title: memory.name, content: generalised },
        ...{ source_memory_type: memory.type, source_agent: memory.agent },
        ...{ created_at: new Date(server.now()).toISOString(), metadata: {} },
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
    withheld: false,
    ...{ slots: [{ name: 'amount', type: 'amount' }], redactions: { email: 1 }, doubts: [] },
    notByRule: null,
    policy: { names: [], allowed: [], without: [], terms: {} },
  };
}

/** What leaves the demo, and that nothing comes from elsewhere. */
export function knowledgeSharingHandlers(server: DemoServer): HttpHandler[] {
  const extractions = new Map<string, Extraction>();
  const first = demoExtraction(server, 'wf-shortlist');
  if (first !== null) extractions.set(first.id, first);
  let rules: Rule[] = [];
  let keys: Key[] = [];
  const extractAll = async (request: Request) => {
    const { memories } = (await request.json()) as { memories: string[] };
    const made = memories.map((id) => demoExtraction(server, id));
    const items = made.filter((each) => each !== null);
    return { items, unknown: memories.filter((_, at) => made[at] === null) };
  };
  return [
    http.get('*/api/knowledge/extractions', ({ request }) => {
      const state = stateOf(request, 'waiting');
      const shown = [...extractions.values()].filter(
        (each) => state === 'all' || each.state === state,
      );
      if (may(server.me, 'work')) return page(shown);
      return page(
        shown.map((each) => ({
          ...each,
          ...{ withheld: true, policy: null, steps: { ...each.steps, filtered: null } },
        })),
      );
    }),
    http.post('*/api/knowledge/extractions/preview', async ({ request }) =>
      HttpResponse.json(await extractAll(request)),
    ),
    http.post('*/api/knowledge/extractions', async ({ request }) => {
      const answer = await extractAll(request);
      for (const each of answer.items) extractions.set(each.id, each);
      return HttpResponse.json(answer, { status: 201 });
    }),
    http.post<never, { decisions: { id: string; digest: string; verdict: string }[] }>(
      '*/api/knowledge/extractions/decisions',
      async ({ request }) => {
        const { decisions } = await request.json();
        const results = decisions.map(({ id, digest, verdict }) => {
          const own = extractions.get(id);
          const isAsShown = own?.digest === digest && own.state === 'waiting';
          if (isAsShown)
            extractions.set(id, {
              ...{ ...own, policy: null },
              state: verdict === 'approve' ? 'approved' : 'rejected',
            });
          return { id, outcome: isAsShown ? 'done' : 'changed', rule: null, knowledgeId: null };
        });
        return HttpResponse.json({ results });
      },
    ),
    http.get('*/api/knowledge/rules', () => HttpResponse.json({ items: rules })),
    http.post<never, Omit<Rule, 'id'>>('*/api/knowledge/rules', async ({ request }) => {
      const body = await request.json();
      const rule = {
        ...{ ...body, id: crypto.randomUUID(), createdBy: server.me.id },
        ...{ createdAt: server.now(), released: 0 },
      };
      rules = [...rules, rule];
      return HttpResponse.json(rule, { status: 201 });
    }),
    http.delete('*/api/knowledge/rules/:id', ({ params }) => {
      rules = rules.filter(({ id }) => id !== params['id']);
      return done();
    }),
    http.get('*/api/knowledge/shared', () => page([])),
    http.delete('*/api/knowledge/shared/:id', notFound),
    http.get('*/api/knowledge/incoming', () => page([])),
    http.post<never, { items: unknown[] }>('*/api/knowledge/incoming', noServer),
    http.post('*/api/knowledge/incoming/decisions', () => HttpResponse.json({ results: [] })),
    http.get('*/api/knowledge/questions', () => page([])),
    http.post('*/api/knowledge/questions/:id/raise', notFound),
    http.get('*/api/knowledge/packs', () => page([])),
    http.post('*/api/knowledge/packs/preview', noServer),
    http.post('*/api/knowledge/packs', noServer),
    http.get('*/api/knowledge/identity', () =>
      HttpResponse.json({ server: 'demo', key: 'MCowBQYDK2VwAyEAdemo' }),
    ),
    http.get('*/api/knowledge/keys', () => HttpResponse.json({ items: keys })),
    http.post<never, { key: string; name: string }>('*/api/knowledge/keys', async ({ request }) => {
      const body = await request.json();
      keys = [...keys, { ...body, acceptedBy: server.me.id, acceptedAt: server.now() }];
      return HttpResponse.json({ items: keys }, { status: 201 });
    }),
    http.delete('*/api/knowledge/keys/:id', ({ params }) => {
      keys = keys.filter(({ key }) => key !== params['id']);
      return done();
    }),
    http.post('*/api/knowledge/fetches', noServer),
    http.post('*/api/knowledge/retrieval', async ({ request }) => {
      const { query, modes } = (await request.json()) as { query: string; modes: string[] };
      const words = query.toLowerCase().split(/\s+/).filter(Boolean);
      const all = demoMemories(server.now()).map(rowOf);
      const hits = all
        .filter(({ name }) => words.some((word) => name.toLowerCase().includes(word)))
        .map((memory) => ({
          ...{ memory, method: 'lexical', score: 0.7, relevance: 0.6, fields: [], path: [] },
          ...{ reason: 'has all of these words', reasonStatement: { code: 'memory.found-words' } },
        }));
      return HttpResponse.json({
        modes: modes.map((mode) => ({ mode, tookMs: 1, hits })),
        ...{ model: null, size: all.length },
      });
    }),
  ];
}
