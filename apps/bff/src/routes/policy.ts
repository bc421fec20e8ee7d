import { say } from '@countersign/api/statements';
import type { AppDeps } from '../app-deps.ts';
import { changePolicy, readPolicy } from '../decisions/policy.ts';
import { operatorOf } from '../guard/guard.ts';
import { ProblemError } from '../http/problem.ts';
import { serve } from '../http/serve.ts';
import type { ZodApp } from '../http/zod-app.ts';

/** The policy for prompts. */
export function registerPolicy(app: ZodApp, deps: AppDeps): void {
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
