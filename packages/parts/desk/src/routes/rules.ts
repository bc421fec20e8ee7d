import type { CreateRule, Rule } from '@countersign/api/rule';
import { say } from '@countersign/api/statements';
import { may } from '@countersign/desk/permissions';
import { mayEndAt } from '@countersign/desk/rule-state';
import { faultsOfConditions } from '@countersign/desk/rules/conditions';
import { faultAt } from '@countersign/json/fault';
import { operatorOf } from '@countersign/server/guard/guard';
import { faultyRequest, ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { DeskDeps } from '../desk-services.ts';
import { listRules, readRule, readStop } from '../rows/rules.ts';
import {
  addRule,
  changeRule,
  enableRule,
  keepDryRun,
  removeRule,
  stopRules,
} from '../rules/rule-operations.ts';

/** Rules: all may read them, administrators change them, every operator may stop them all. */
export function registerRules(app: ZodApp, deps: DeskDeps): void {
  const { journal, clock } = deps;
  const unknown = (id: string) => new ProblemError('not-found', say('rule.unknown', { id }));
  const noteSet = async (rule: Rule) => {
    for (const { ruleSet } of deps.extensions) await ruleSet?.(rule);
  };
  const list = async () => ({
    items: await listRules(journal.read),
    nextCursor: null,
    stopped: (await readStop(journal.read)).stopped,
  });
  const requireSound = (rule: CreateRule) => {
    const errors = faultsOfConditions(rule.match.conditions).map((fault) => ({
      ...fault,
      path: `/match/conditions${fault.path}`,
    }));
    if (!mayEndAt(rule.expiresAt, clock.now())) {
      errors.push(faultAt('/expiresAt', say('rule.ends-within')));
    }
    const first = errors[0];
    if (first !== undefined) throw faultyRequest(first, errors);
  };

  serve(app, 'GET /api/rules', async () => list());

  serve(app, 'POST /api/rules', async (request, reply) => {
    requireSound(request.body);
    const added = await journal.commit(addRule, {
      id: deps.createId(),
      rule: request.body,
      by: operatorOf(request),
    });
    if (added === null) {
      throw new ProblemError('invalid-request', say('rule.too-many'));
    }
    await noteSet(added);
    return reply.code(201).send(added);
  });

  serve(app, 'PUT /api/rules/stopped', async (request) => {
    const { stopped } = request.body;
    // Every operator may stop the rules; switching them on again requires the same role as changing them.
    if (!stopped && !may(operatorOf(request), 'administer')) {
      throw new ProblemError('forbidden', say('rule.admin-only'));
    }
    await journal.commit(stopRules, { stopped, by: operatorOf(request) });
    return list();
  });

  serve(app, 'PUT /api/rules/:id', async (request) => {
    requireSound(request.body);
    const { id } = request.params;
    const by = operatorOf(request);
    const changed = await journal.commit(changeRule, { id, rule: request.body, by });
    if (changed === null) throw unknown(id);
    await noteSet(changed);
    return changed;
  });

  serve(app, 'DELETE /api/rules/:id', async (request, reply) => {
    const { id } = request.params;
    const removed = await journal.commit(removeRule, { id, by: operatorOf(request) });
    if (!removed) throw unknown(id);
    return reply.code(204).send(null);
  });

  serve(app, 'POST /api/rules/:id/dry-run', async (request) => {
    const { id } = request.params;
    const rule = await readRule(journal.read, id);
    if (rule === null) throw unknown(id);
    const dryRun = await deps.tryRule(rule);
    const kept = await journal.commit(keepDryRun, { id, dryRun, by: operatorOf(request) });
    if (!kept) {
      throw new ProblemError('rule-changed', say('rule.changed-in-trial'));
    }
    return dryRun;
  });

  serve(app, 'POST /api/rules/:id/enabled', async (request) => {
    const { id } = request.params;
    const by = operatorOf(request);
    const outcome = await journal.commit(enableRule, { id, ...request.body, by });
    switch (outcome.kind) {
      case 'done':
        return outcome.rule;
      case 'changed':
        throw new ProblemError('rule-changed', say('rule.changed'), {
          rule: outcome.rule,
        });
      case 'untried':
        throw new ProblemError('dry-run-needed', say('rule.try-first'));
      case 'expired':
        throw new ProblemError('invalid-request', say('rule.ended'));
      case 'unknown':
        throw unknown(id);
    }
  });
}
