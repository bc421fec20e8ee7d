import type {
  acceptedKeyListSchema,
  knowledgeQuestionSchema,
} from '@countersign/api/knowledge-exchange';
import { say } from '@countersign/api/statements';
import { askedOf } from '@countersign/memory/absorb/question';
import { operatorOf } from '@countersign/server/guard/guard';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { Kernel } from '@countersign/server/kernel';
import type { z } from 'zod';
import { proposalView } from '../exchange/conflict-views.ts';
import { readKey } from '../exchange/signing.ts';
import type { KnowledgeServices } from '../knowledge-services.ts';
import type { HeldMemories } from '../memories/held.ts';
import { memoryRow } from '../memories/memory-views.ts';
import { type Entry, pageOfEntries, readEntry } from '../memories/stored.ts';
import { pageOfKind } from '../page-of-places.ts';
import { refusedKnowledge, unknownKnowledge } from '../problems.ts';
import { promptOfQuestion } from '../questions.ts';

type Deps = Pick<Kernel, 'journal'> &
  Pick<KnowledgeServices, 'knowledge' | 'questions' | 'packs' | 'signing' | 'exchange'>;

/** Questions about memories, seed packs, and other servers. */
export function registerExchange(app: ZodApp, deps: Deps): void {
  const { journal, knowledge, questions, packs, signing, exchange } = deps;
  const { read } = journal;
  const questionOf = async (id: string) => {
    const entry = await readEntry(read, 'question', id);
    if (entry === null) throw unknownKnowledge(id);
    return questionView(entry, await knowledge.held());
  };

  serve(app, 'GET /api/knowledge/questions', async (request) => {
    const { state, cursor, limit } = request.query;
    const held = await knowledge.held();
    const filter = { cursor, limit, ...(state === 'all' ? {} : { state }) };
    return pageOfKind(read, 'question', filter, (entry) => questionView(entry, held));
  });

  serve(app, 'GET /api/knowledge/questions/:id', async (request) => questionOf(request.params.id));

  serve(app, 'POST /api/knowledge/questions/:id/raise', async (request) => {
    const { id } = request.params;
    await questions.raise(id, operatorOf(request).id);
    return questionOf(id);
  });

  serve(app, 'POST /api/knowledge/packs/preview', async (request) =>
    packs.preview(request.body.pack),
  );

  serve(app, 'POST /api/knowledge/packs', async (request, reply) =>
    reply.code(201).send(await packs.take(request.body, operatorOf(request))),
  );

  serve(app, 'GET /api/knowledge/packs', async (request) =>
    pageOfKind(read, 'pack', request.query, ({ id, body }) => ({ ...body, id })),
  );

  serve(app, 'GET /api/knowledge/identity', async () => signing.identity());

  const keys = async (): Promise<z.input<typeof acceptedKeyListSchema>> => {
    const found = await pageOfEntries(read, 'key', { state: 'accepted', before: 0, limit: 1_000 });
    return {
      items: found.flatMap(({ body }) => {
        if (body.kind !== 'accepted') return [];
        const { key, name, acceptedBy, acceptedAt } = body;
        return [{ key, name, acceptedBy, acceptedAt }];
      }),
    };
  };

  serve(app, 'GET /api/knowledge/keys', keys);

  serve(app, 'POST /api/knowledge/keys', async (request, reply) => {
    const { key, name } = request.body;
    const { id: operator, name: acceptedBy } = operatorOf(request);
    if (readKey(key) === null) throw refusedKnowledge(say('knowledge.no-key'));
    const body = {
      ...{ kind: 'accepted' as const, key, name },
      ...{ acceptedBy, acceptedAt: knowledge.now() },
    };
    await knowledge.change(async () => {
      const found = await readEntry(read, 'key', key);
      if (found?.body.kind === 'accepted' && found.body.name === name) {
        return { plan: null, value: null };
      }
      return {
        plan: {
          expected: [{ kind: 'key', id: key, state: found?.state ?? null }],
          entries: [{ kind: 'key', id: key, state: 'accepted', body }],
          audits: [{ operator, action: 'knowledge:key', detail: { key, name } }],
        },
        value: null,
      };
    });
    return reply.code(201).send(await keys());
  });

  serve(app, 'DELETE /api/knowledge/keys/:id', async (request, reply) => {
    const { id } = request.params;
    const operator = operatorOf(request).id;
    await knowledge.change(async () => {
      const found = await readEntry(read, 'key', id);
      if (found?.body.kind !== 'accepted') throw unknownKnowledge(id);
      const audits = [{ operator, action: 'knowledge:key-end', detail: { key: id } }];
      const expected = [{ kind: 'key' as const, id, state: found.state }];
      return { plan: { expected, gone: [{ kind: 'key', id }], audits }, value: null };
    });
    return reply.code(204).send(null);
  });

  serve(app, 'POST /api/knowledge/fetches', async (request, reply) => {
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const { service } = request.body;
    const fetched = await exchange.fetch(service, operatorOf(request), gone.signal);
    return reply.code(201).send(fetched);
  });
}

type View = z.input<typeof knowledgeQuestionSchema>;
const choices = ['keep-mine', 'keep-theirs', 'keep-both', 'merge'] as const;

function questionView({ id, state, body }: Entry<'question'>, held: HeldMemories): View {
  const { question, severity, decision } = body;
  const sideOf = (asked: { id: string; digest: string }): View['mine'] => {
    const memory = held.all.get(asked.id);
    if (memory === undefined) return { memory: null, content: null, isAsAsked: false };
    return {
      memory: memoryRow(memory, held),
      content: memory.content,
      isAsAsked: askedOf(memory).digest === asked.digest,
    };
  };
  const choice = choices.find((one) => one === decision?.choice);
  return {
    ...{ id, kind: question.kind, severity, raisedAt: question.raisedAt },
    state: state === 'open' ? 'open' : state === 'decided' ? 'decided' : 'moot',
    promptId: promptOfQuestion(id),
    ...{ mine: sideOf(question.mine), theirs: sideOf(question.theirs) },
    contradictions: question.contradictions.map(({ path, mine, theirs }) => ({
      path,
      mine,
      theirs,
    })),
    proposal: question.proposal === null ? null : proposalView(question.proposal),
    decision:
      decision === null || choice === undefined
        ? null
        : { choice, by: decision.by, at: decision.at },
  };
}
