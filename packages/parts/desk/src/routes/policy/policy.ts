import { say } from '@countersign/api/statements';
import { operatorOf } from '@countersign/server/guard/guard';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import { changePolicy, readPolicy } from '../../decisions/policy.ts';
import type { DeskDeps } from '../../desk-services.ts';

/** The policy for prompts. */
export function registerPolicy(app: ZodApp, deps: DeskDeps): void {
  const { journal } = deps;

  serve(app, 'GET /api/policy', async () => readPolicy(journal.read));

  serve(app, 'PUT /api/policy', async (request) => {
    const operatorId = operatorOf(request).id;
    const { kind, policy } = await journal.commit(changePolicy, {
      ...request.body,
      operatorId,
    });
    if (kind === 'stale') {
      const detail = say('policy.changed', { version: policy.version });
      throw new ProblemError('policy-changed', detail, { policy });
    }
    return policy;
  });
}
