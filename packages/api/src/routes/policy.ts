import { changePolicySchema, policySchema } from '../policy.ts';
import type { RouteTable } from '../route.ts';

/** The policy: times of claims, recalls and escalations. */
export const policyRoutes = {
  'GET /api/policy': {
    summary: 'The current policy',
    answers: { 200: policySchema },
    problems: [],
  },
  'PUT /api/policy': {
    summary: 'Store the next version of the policy, for prompts that are opened from now on',
    description: '409 policy-changed contains the newer version.',
    role: 'admin',
    body: changePolicySchema,
    answers: { 200: policySchema },
    problems: ['policy-changed'],
  },
} satisfies RouteTable;
