import { changePolicySchema, policySchema } from '../policy.ts';
import type { RouteTable } from '../route.ts';

/** How long claims, recalls and escalations take. */
export const policyRoutes = {
  'GET /api/policy': {
    summary: 'The policy that holds now',
    answers: { 200: policySchema },
    problems: [],
  },
  'PUT /api/policy': {
    summary: 'The next version of the policy, for prompts that open from now on',
    description: '409 policy-changed carries the policy that has come since.',
    role: 'admin',
    body: changePolicySchema,
    answers: { 200: policySchema },
    problems: ['policy-changed'],
  },
} satisfies RouteTable;
