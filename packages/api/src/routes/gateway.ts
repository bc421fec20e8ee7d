import { z } from 'zod';
import {
  gatewayCallPreviewSchema,
  gatewayHistorySchema,
  gatewayPolicyListSchema,
  gatewayPolicySchema,
  gatewayRouteListSchema,
  gatewayRouteSchema,
  previewGatewayCallSchema,
  putGatewayPolicySchema,
  putGatewayRouteSchema,
  sentCallSchema,
} from '../gateway.ts';
import type { RouteTable } from './route.ts';

/** Who may call agents through the gateway. The calls themselves are made in the protocols of the callers. */
export const gatewayRoutes = {
  'GET /api/gateway/policies': {
    summary: 'The policies of all routes of the gateway',
    answers: { 200: gatewayPolicyListSchema },
    problems: [],
  },
  'PUT /api/gateway/policies/:id': {
    summary: 'Set the policy of a route; without one, nobody can use it',
    description:
      '409 policy-changed contains the policy that there is now; null = it was removed. Without one, the route leads to another service than was seen.',
    role: 'admin',
    body: putGatewayPolicySchema,
    answers: { 200: gatewayPolicySchema },
    problems: ['not-found', 'policy-changed'],
  },
  'DELETE /api/gateway/policies/:id': {
    summary: 'Remove the policy of a route: nobody can use it any more',
    description:
      'With the version that was seen: 409 policy-changed, with the policy that there is now, if it is another one.',
    role: 'admin',
    query: z.object({ version: z.coerce.number<number>().int().optional() }),
    answers: { 204: z.null() },
    problems: ['not-found', 'policy-changed'],
  },
  'GET /api/gateway/routes': {
    summary: 'The routes of the gateway with their policies, and whether calls can go over them',
    answers: { 200: gatewayRouteListSchema },
    problems: [],
  },
  'PUT /api/gateway/routes/:id': {
    summary: 'Lead a route to a service; its policy allows no other than before',
    body: putGatewayRouteSchema,
    answers: { 200: gatewayRouteSchema },
    problems: [],
  },
  'DELETE /api/gateway/routes/:id': {
    summary: 'Remove a route; its policy stays until it is removed',
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
  'GET /api/gateway/history': {
    summary: 'What has become of routes and policies, from the audit log',
    answers: { 200: gatewayHistorySchema },
    problems: [],
  },
  'POST /api/gateway/preview': {
    summary: 'What a call would become; nothing is sent',
    body: previewGatewayCallSchema,
    answers: { 200: gatewayCallPreviewSchema },
    problems: [],
  },
  'POST /api/gateway/calls': {
    summary: 'Make a call in the protocol of a caller, as its operator; it is not waited for',
    body: previewGatewayCallSchema,
    answers: { 200: sentCallSchema },
    problems: [],
  },
} satisfies RouteTable;
