import { changePolicySchema, policySchema } from '@countersign/api/policy';
import type { AppDeps } from '../app-deps.ts';
import { changePolicy, readPolicy } from '../decisions/policy.ts';
import { ProblemError } from '../http/problem.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { operatorOf } from '../operators/guard.ts';

/** How the operators share prompts. */
export function registerPolicy(app: ZodApp, deps: AppDeps): void {
  const { journal } = deps;

  app.get(
    '/api/policy',
    { schema: { summary: 'The policy that holds now', response: { 200: policySchema } } },
    async () => readPolicy(journal.read),
  );

  app.put(
    '/api/policy',
    {
      config: { role: 'admin' },
      schema: {
        summary: 'The next version of the policy, for prompts that open from now on',
        description: '409 policy-changed carries the policy that has come since.',
        body: changePolicySchema,
        response: { 200: policySchema },
      },
    },
    async (request) => {
      const operatorId = operatorOf(request).id;
      const { kind, policy } = await journal.commit(changePolicy, {
        ...request.body,
        operatorId,
      });
      if (kind === 'stale') {
        const detail = `Version ${policy.version} has come since the one this was made from.`;
        throw new ProblemError('policy-changed', detail, { policy });
      }
      return policy;
    },
  );
}
