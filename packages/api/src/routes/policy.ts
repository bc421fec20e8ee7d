import { z } from 'zod';
import {
  policyLinesSchema,
  policyTableSchema,
  policyTrialSchema,
  policyVersionsSchema,
  putPolicyTableSchema,
} from '../policy/table.ts';
import type { RouteTable } from './route.ts';

const fileSchema = z.object({ yaml: z.string().max(1_000_000) });

/** The policy as an ordered table. */
export const policyRoutes = {
  'GET /api/policy/table': {
    summary: 'The lines of the policy in force, in their order, and what holds beside them',
    answers: { 200: policyTableSchema },
    problems: [],
  },
  'PUT /api/policy/table': {
    summary: 'Store the next version of the table',
    description: '409 policy-changed contains the newer version.',
    role: 'admin',
    body: putPolicyTableSchema,
    answers: { 200: policyTableSchema },
    problems: ['policy-changed'],
  },
  'GET /api/policy/table/versions': {
    summary: 'The newest versions of the table, with their authors and differences',
    answers: { 200: policyVersionsSchema },
    problems: [],
  },
  'POST /api/policy/table/trial': {
    summary: 'What a table would have done with the questions of the last 90 days; nothing changes',
    body: z.object({ lines: policyLinesSchema }),
    answers: { 200: policyTrialSchema },
    problems: [],
  },
  'GET /api/policy/table/file': {
    summary: 'The table in force as a file in YAML',
    answers: { 200: fileSchema },
    problems: [],
  },
  'POST /api/policy/table/file': {
    summary: 'Read a file in YAML as lines; nothing changes',
    description:
      '400 invalid-request contains errors whose paths are the line and column in the file.',
    body: fileSchema,
    answers: { 200: z.object({ lines: policyLinesSchema }) },
    problems: [],
  },
  'PUT /api/policy/table/stopped': {
    summary: 'Stop everything that answers by itself, or let it go on (administrators)',
    body: z.object({ stopped: z.boolean() }),
    answers: { 200: policyTableSchema },
    problems: ['forbidden'],
  },
  'POST /api/policy/table/bypasses': {
    summary: 'Skip the people of one line for at most 8 hours',
    role: 'admin',
    body: z.object({
      line: z.string().min(1).max(40),
      minutes: z.number().int().min(1).max(480),
      reason: z.string().trim().min(1).max(400),
    }),
    answers: { 200: policyTableSchema },
    problems: ['not-found'],
  },
  'DELETE /api/policy/table/bypasses/:id': {
    summary: 'End a bypass',
    role: 'admin',
    answers: { 200: policyTableSchema },
    problems: [],
  },
} satisfies RouteTable;
