import type { AffordanceCallView } from '@countersign/api/affordance-call';
import { say } from '@countersign/api/statements';
import type { DeskServices } from '@countersign/part-desk/desk-services';
import { operatorOf } from '@countersign/server/guard/guard';
import { goneSignal } from '@countersign/server/http/gone-signal';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { Kernel } from '@countersign/server/kernel';
import type { FastifyRequest } from 'fastify';
import { readEnvironment } from '../rows/environment-entries.ts';
import type { ToolServices } from '../tool-services.ts';
import {
  approvalOfRisk,
  credentialsOf,
  needsSession,
  planCall,
  secretNames,
} from './calls/call-plan.ts';
import type { Caller } from './calls/calls.ts';
import { toolArguments } from './calls/tool-of-signifier.ts';
import { unknownEntry } from './problems.ts';
import { isSeenBy } from './profile-routes.ts';

type Deps = Pick<Kernel, 'journal'> &
  Pick<ToolServices, 'environment' | 'affordanceCalls'> &
  Pick<DeskServices, 'registry'>;

const callerOf = (request: FastifyRequest): Caller => {
  const { id, name, role } = operatorOf(request);
  return { id, name, seesAll: role !== 'registrant' };
};

/** Signifiers are shown as the request that they would send, and called. */
export function registerCalls(
  app: ZodApp,
  { journal, environment, affordanceCalls: calls, registry }: Deps,
): void {
  serve(app, 'POST /api/environment/signifiers/:id/preview', async (request) => {
    const { id } = request.params;
    const found = await environment.find(id);
    if (found === null) throw unknownEntry(id);
    const { signifier } = found.known;
    const args = toolArguments(signifier, request.body.arguments);
    // What is no object fits no tool, and says so.
    const plan = planCall(found, args ?? { body: request.body.arguments });
    const credentials = await credentialsOf(registry, found);
    const objection = environment.objectionTo(found, null);
    return {
      request: plan.request,
      secrets: plan.request === null ? [] : secretNames(credentials, plan.request.url),
      hasSession: needsSession(signifier),
      faults: plan.faults,
      digest: plan.digest === '' ? null : plan.digest,
      approval: approvalOfRisk(plan.risk),
      confirm: plan.tool.name,
      objection: objection?.statement ?? null,
      objectionText: objection?.text ?? null,
      schema: plan.tool.inputSchema,
      last: await readEnvironment(journal.read, 'approval', id),
    };
  });

  serve(app, 'POST /api/environment/calls', async (request, reply) => {
    const { signifierId, arguments: given, profile = null, task = null } = request.body;
    const { idempotencyKey: key = null, approval } = request.body;
    const operator = operatorOf(request);
    const isProgram = operator.role === 'registrant';
    if (profile !== null) {
      const stored = await readEnvironment(journal.read, 'profile', profile);
      if (stored === null || !isSeenBy(operator, stored)) throw unknownEntry(profile);
    }
    if (isProgram && (profile === null || approval !== undefined)) {
      throw new ProblemError('forbidden', say('environment.own-profile'));
    }
    const found = await environment.find(signifierId);
    if (approval !== undefined && found !== null) {
      const plan = planCall(found, toolArguments(found.known.signifier, given) ?? {});
      const isTyped = plan.risk.approval === 'typed';
      if (isTyped && approval.confirmation !== plan.tool.name) {
        throw new ProblemError(
          'invalid-request',
          say('environment.not-typed', { name: plan.tool.name }),
        );
      }
      if (approval.digest !== plan.digest) {
        throw new ProblemError('invalid-request', say('call.other-request'));
      }
    }
    const approved = approval?.digest ?? null;
    const call = { signifierId, arguments: given, profile, task, key, approved };
    return reply.code(202).send(await calls.request(callerOf(request), call));
  });

  serve(
    app,
    'GET /api/environment/calls/:id',
    async (request, reply): Promise<AffordanceCallView> => {
      const { id } = request.params;
      const limit = { ms: request.query.waitMs ?? 0, signal: goneSignal(reply) };
      const view = await calls.outcome(callerOf(request), id, limit);
      if (view === null) throw unknownEntry(id);
      return view;
    },
  );
}
