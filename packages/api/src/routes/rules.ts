import { z } from 'zod';
import type { RouteTable } from '../route.ts';
import {
  createRuleSchema,
  dryRunSchema,
  enableRuleSchema,
  ruleListSchema,
  ruleSchema,
  stopRulesSchema,
} from '../rule.ts';

/** Automatic answers. */
export const rulesRoutes = {
  'GET /api/rules': {
    summary: 'All rules, oldest first',
    answers: { 200: ruleListSchema },
    problems: [],
  },
  'POST /api/rules': {
    summary: 'Add a rule; it is off until it was tried',
    role: 'admin',
    body: createRuleSchema,
    answers: { 201: ruleSchema },
    problems: [],
  },
  'PUT /api/rules/stopped': {
    summary: 'The kill switch over all rules',
    body: stopRulesSchema,
    answers: { 200: ruleListSchema },
    problems: [],
  },
  'PUT /api/rules/:id': {
    summary: 'Change a rule: another version, which is off until it was tried',
    role: 'admin',
    body: createRuleSchema,
    answers: { 200: ruleSchema },
    problems: ['not-found'],
  },
  'DELETE /api/rules/:id': {
    summary: 'Remove a rule',
    role: 'admin',
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
  'POST /api/rules/:id/dry-run': {
    summary: 'Try a rule on what people have answered; nothing is answered',
    description:
      'Looks at the last 1,000 prompts that the rule could speak of. `openNow` are prompts open now that it fits; it leaves them to people all the same.',
    role: 'admin',
    answers: { 200: dryRunSchema },
    problems: ['not-found', 'rule-changed'],
  },
  'POST /api/rules/:id/enabled': {
    summary: 'Switch a rule on or off',
    description:
      '409 dry-run-needed until this version was tried; 409 rule-changed when the version is not the newest. Prompts that are open already stay with people.',
    role: 'admin',
    body: enableRuleSchema,
    answers: { 200: ruleSchema },
    problems: ['not-found', 'rule-changed', 'dry-run-needed'],
  },
} satisfies RouteTable;
