import { say } from '@countersign/api/statements';
import { may } from '@countersign/desk/permissions';
import { mayEndAt } from '@countersign/desk/rule-state';
import { faultAt } from '@countersign/json/fault';
import { operatorOf } from '@countersign/server/guard/guard';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { Kernel } from '@countersign/server/kernel';
import { incomingView } from '../exchange/incoming.ts';
import { extractionView, writtenItem } from '../extract-memories.ts';
import type { KnowledgeServices } from '../knowledge-services.ts';
import { ruleEntry } from '../learning/extractions.ts';
import { pageOfEntries, readEntry, type StoredRule } from '../memories/stored.ts';
import { pageOfKind } from '../page-of-places.ts';
import { refusedKnowledge, unknownKnowledge } from '../problems.ts';

type Deps = Pick<Kernel, 'journal'> &
  Pick<KnowledgeServices, 'knowledge' | 'extractions' | 'incoming'>;

/** What leaves, and what comes. */
export function registerSharing(app: ZodApp, deps: Deps): void {
  const { journal, knowledge, extractions, incoming } = deps;
  const { read } = journal;

  serve(app, 'POST /api/knowledge/extractions/preview', async (request) => {
    const { memories, policy } = request.body;
    return extractions.preview(memories, policy, operatorOf(request));
  });

  serve(app, 'POST /api/knowledge/extractions', async (request, reply) => {
    const { memories, policy } = request.body;
    const made = await extractions.extract(memories, policy, operatorOf(request));
    return reply.code(201).send(made);
  });

  serve(app, 'GET /api/knowledge/extractions', async (request) => {
    const { state, cursor, limit } = request.query;
    const held = await knowledge.held();
    const filter = { cursor, limit, ...(state === 'all' ? {} : { state }) };
    const mayApprove = may(operatorOf(request), 'work');
    const page = await pageOfKind(read, 'extraction', filter, ({ id, state: now, body }) =>
      extractionView(body, { id, state: now, held, mayApprove }),
    );
    return { items: page.items.flat(), nextCursor: page.nextCursor };
  });

  serve(app, 'POST /api/knowledge/extractions/decisions', async (request) => ({
    results: await extractions.decide(request.body.decisions, operatorOf(request)),
  }));

  serve(app, 'GET /api/knowledge/rules', async () => {
    const rules = await pageOfEntries(read, 'rule', { before: 0, limit: 1_000 });
    return { items: rules.map(({ body }) => ruleView(body)) };
  });

  serve(app, 'POST /api/knowledge/rules', async (request, reply) => {
    const { id: operator, name: person } = operatorOf(request);
    const { expiresAt } = request.body;
    if (!mayEndAt(expiresAt, knowledge.now())) {
      throw refusedKnowledge(say('knowledge.rule-ends'), [
        faultAt('/expiresAt', say('knowledge.rule-ends')),
      ]);
    }
    const rule: StoredRule = {
      ...request.body,
      ...{ id: knowledge.createId('rule'), createdBy: { id: operator, name: person } },
      ...{ createdAt: knowledge.now(), released: 0 },
    };
    await knowledge.change(async () => {
      const audits = [
        { operator, action: 'knowledge:rule', detail: { ...request.body, id: rule.id } },
      ];
      return { plan: { entries: [ruleEntry(rule)], audits }, value: null };
    });
    return reply.code(201).send(ruleView(rule));
  });

  serve(app, 'DELETE /api/knowledge/rules/:id', async (request, reply) => {
    const { id } = request.params;
    const operator = operatorOf(request).id;
    await knowledge.change(async () => {
      if ((await readEntry(read, 'rule', id)) === null) throw unknownKnowledge(id);
      const audits = [{ operator, action: 'knowledge:rule-end', detail: { id } }];
      const expected = [{ kind: 'rule' as const, id, state: 'rule' }];
      return { plan: { expected, gone: [{ kind: 'rule', id }], audits }, value: null };
    });
    return reply.code(204).send(null);
  });

  serve(app, 'GET /api/knowledge/shared', async (request) =>
    pageOfKind(read, 'shared', request.query, ({ id, body }) => ({
      ...{ id, title: body.knowledge.title, type: body.knowledge.type },
      ...{ agent: body.knowledge.agent, memoryId: body.memoryId, approval: body.approval },
      item: { ...writtenItem(body.knowledge), metadata: Object(body.item['metadata']) },
    })),
  );

  serve(app, 'DELETE /api/knowledge/shared/:id', async (request, reply) => {
    await extractions.withdraw(request.params.id, operatorOf(request));
    return reply.code(204).send(null);
  });

  serve(app, 'GET /api/knowledge/incoming', async (request) => {
    const { state, cursor, limit } = request.query;
    const held = await knowledge.held();
    const filter = { cursor, limit, ...(state === 'all' ? {} : { state }) };
    return pageOfKind(read, 'incoming', filter, (entry) =>
      incomingView(entry, held, knowledge.now()),
    );
  });

  serve(app, 'POST /api/knowledge/incoming', async (request, reply) => {
    const { id, name } = operatorOf(request);
    const from = { kind: 'upload' as const, id, name };
    return reply.code(201).send(await incoming.hold(request.body.items, from));
  });

  serve(app, 'POST /api/knowledge/incoming/decisions', async (request) => ({
    results: await incoming.decide(request.body, operatorOf(request)),
  }));
}

const ruleView = ({ createdBy, ...rule }: StoredRule) => ({ ...rule, createdBy: createdBy.name });
