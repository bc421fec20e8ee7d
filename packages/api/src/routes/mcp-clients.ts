import { z } from 'zod';
import {
  createdMcpClientSchema,
  createMcpClientSchema,
  mcpClientListSchema,
} from '../mcp-client.ts';
import type { RouteTable } from '../route.ts';

/** Clients of the MCP endpoint. */
export const mcpClientsRoutes = {
  'GET /api/mcp-clients': {
    summary: 'All clients of the MCP endpoint',
    role: 'admin',
    answers: { 200: mcpClientListSchema },
    problems: [],
  },
  'POST /api/mcp-clients': {
    summary: 'Add a client of the MCP endpoint; its token is shown once',
    role: 'admin',
    body: createMcpClientSchema,
    answers: { 201: createdMcpClientSchema },
    problems: [],
  },
  'DELETE /api/mcp-clients/:id': {
    summary: 'Revoke the token of a client; its open questions are withdrawn',
    role: 'admin',
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
} satisfies RouteTable;
