import { z } from 'zod';
import {
  createRuleSchema,
  dryRunSchema,
  enableRuleSchema,
  ruleListSchema,
  ruleSchema,
  stopRulesSchema,
} from '../rule.ts';
import type { RouteTable } from './route.ts';

/** Automatic answers. */
export const rulesRoutes = {
  'GET /api/rules': {
    summary: 'All rules, oldest first',
    answers: { 200: ruleListSchema },
    problems: [],
  },
  'POST /api/rules': {
    summary: 'Add a rule; it is off until it has had a dry run',
    role: 'admin',
    body: createRuleSchema,
    answers: { 201: ruleSchema },
    problems: [],
  },
  'PUT /api/rules/stopped': {
    summary: 'Stop or release all rules',
    body: stopRulesSchema,
    answers: { 200: ruleListSchema },
    problems: [],
  },
  'PUT /api/rules/:id': {
    summary: 'Change a rule: makes a new version, which is off until it has had a dry run',
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
    summary: 'Dry run: compare a rule with the answers of people; nothing is answered',
    description:
      'Checks the last 1,000 prompts that the rule could apply to. `openNow` are open prompts that match; the rule does not answer them.',
    role: 'admin',
    answers: { 200: dryRunSchema },
    problems: ['not-found', 'rule-changed'],
  },
  'POST /api/rules/:id/enabled': {
    summary: 'Switch a rule on or off',
    description:
      '409 dry-run-needed until this version has had a dry run; 409 rule-changed if the version is not the newest. Prompts that are already open are left to people.',
    role: 'admin',
    body: enableRuleSchema,
    answers: { 200: ruleSchema },
    problems: ['not-found', 'rule-changed', 'dry-run-needed'],
  },
} satisfies RouteTable;
