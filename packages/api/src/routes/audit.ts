import { z } from 'zod';
import {
  auditFilterSchema,
  auditPageSchema,
  auditRecordSchema,
  reportExecutionSchema,
} from '../records/audit.ts';
import type { RouteTable } from './route.ts';

/** The log of what people, rules and programs did, as a hash chain. */
export const auditRoutes = {
  'GET /api/audit': {
    summary: 'Audit entries, newest first, with the hash chain',
    description:
      'An unknown filter is refused. `delivery` says how far a decision has come by now; everything else is as it was recorded.',
    role: 'operator',
    auditors: true,
    query: auditFilterSchema.extend({
      cursor: z.string().optional(),
      limit: z.coerce.number<number>().int().min(1).max(500).default(100),
    }),
    answers: { 200: auditPageSchema },
    problems: [],
  },
  'GET /api/audit/export': {
    summary: 'All entries that match, as CSV, or as JSON lines with the exact bytes of each entry',
    role: 'operator',
    auditors: true,
    query: auditFilterSchema.extend({ format: z.enum(['csv', 'jsonl']).default('jsonl') }),
    stored: 'application/x-ndjson',
    problems: [],
  },
  'GET /api/audit/entries/:id': {
    summary:
      'One entry by its number: its exact text, the chain around it, the receipt, the screen',
    role: 'operator',
    auditors: true,
    answers: { 200: auditRecordSchema },
    problems: ['not-found'],
  },
  'GET /api/audit/entries/:id/evidence': {
    summary: 'One entry as a signed HTML file that opens alone, with its manifest in it',
    role: 'operator',
    auditors: true,
    query: z.object({ language: z.enum(['en', 'zh-CN']).default('en') }),
    stored: 'text/html',
    problems: ['not-found'],
  },
  'GET /api/tasks/:id/evidence': {
    summary: 'All entries about a task as a signed HTML file that opens alone',
    role: 'operator',
    auditors: true,
    query: z.object({ language: z.enum(['en', 'zh-CN']).default('en') }),
    stored: 'text/html',
    problems: ['not-found'],
  },
  'GET /.well-known/jwks.json': {
    summary: 'The public keys of receipts and exports (RFC 7517), retired ones as well',
    role: 'none',
    answers: {
      200: z.object({
        keys: z.array(
          z.object({
            ...{ kty: z.string(), crv: z.string(), kid: z.string(), x: z.string() },
            ...{ use: z.string(), alg: z.string() },
          }),
        ),
      }),
    },
    problems: [],
  },
  'POST /api/receipts/keys': {
    summary: 'Add the next key of receipts; it is published now, and used in an hour',
    role: 'admin',
    answers: { 201: z.object({ kid: z.string(), from: z.number() }) },
    problems: [],
  },
  'POST /api/executions': {
    summary: 'Who acts on a decision begins, or reports the outcome; the receipt is the permission',
    description:
      'A receipt is used once: `started` is accepted one time, at all servers together, and refused with receipt-used afterwards.',
    role: 'none',
    body: reportExecutionSchema,
    answers: { 200: z.object({ decisionId: z.string() }) },
    problems: ['receipt-refused', 'receipt-used'],
  },
  'GET /api/audit/verify': {
    summary: 'Check the hash chain, its sealed end, the decisions it is about, and all events',
    role: 'operator',
    auditors: true,
    answers: {
      200: z.object({
        ok: z.boolean(),
        rows: z.number(),
        brokenAt: z.number().nullable(),
        anchor: z.object({ number: z.number(), at: z.number() }).nullable(),
        what: z
          .enum(['chain', 'columns', 'decision', 'receipt', 'end', 'anchor', 'events'])
          .nullable(),
        events: z.object({
          from: z.number().nullable(),
          to: z.number().nullable(),
          notBound: z.number(),
          broken: z
            .object({
              what: z.enum(['changed', 'missing', 'end']),
              position: z.number(),
              upTo: z.number(),
              threadId: z.string().nullable(),
              sequence: z.number().nullable(),
            })
            .nullable(),
        }),
      }),
    },
    problems: [],
  },
} satisfies RouteTable;
