import { z } from 'zod';
import {
  callPreviewSchema,
  gatewayPolicyListSchema,
  gatewayPolicySchema,
  previewCallSchema,
  putGatewayPolicySchema,
} from '../gateway.ts';
import type { RouteTable } from '../route.ts';

/** Who may call agents through the gateway. The calls themselves are made in the protocols of the callers. */
export const gatewayRoutes = {
  'GET /api/gateway/policies': {
    summary: 'The policies of all routes of the gateway',
    answers: { 200: gatewayPolicyListSchema },
    problems: [],
  },
  'PUT /api/gateway/policies/:id': {
    summary: 'Set the policy of a route; without one, nobody can use it',
    role: 'admin',
    body: putGatewayPolicySchema,
    answers: { 200: gatewayPolicySchema },
    problems: ['not-found'],
  },
  'DELETE /api/gateway/policies/:id': {
    summary: 'Remove the policy of a route: nobody can use it any more',
    role: 'admin',
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
  'POST /api/gateway/preview': {
    summary: 'What a call would become; nothing is sent',
    body: previewCallSchema,
    answers: { 200: callPreviewSchema },
    problems: [],
  },
} satisfies RouteTable;
