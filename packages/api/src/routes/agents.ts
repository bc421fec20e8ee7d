import { z } from 'zod';
import {
  agentFiguresSchema,
  agentListSchema,
  agentSchema,
  changeAgentSchema,
  createAgentSchema,
} from '../agent.ts';
import { agentCardAnswerSchema } from '../agents/agent-card.ts';
import { checkAgentSchema } from '../agents/agent-check.ts';
import { agentTestSchema, testAgentSchema } from '../agents/agent-test.ts';
import { libraryListSchema } from '../agents/library.ts';
import { protocolListSchema } from '../agents/protocol.ts';
import { createCheckSchema, editCheckSchema } from '../prompts/edit-check.ts';
import type { RouteTable } from './route.ts';

/** The agents that the server starts, and what their authors use. */
export const agentsRoutes = {
  'GET /api/protocols': {
    summary: 'The protocols that agents can use',
    answers: { 200: protocolListSchema },
    problems: [],
  },
  'GET /api/agents': {
    summary: 'All agents',
    answers: { 200: agentListSchema },
    problems: [],
  },
  'GET /api/agents/:id': {
    summary: 'One agent',
    answers: { 200: agentSchema },
    problems: ['not-found'],
  },
  'GET /api/agents/:id/figures': {
    summary: 'Figures of an agent: tasks, runs, failures, questions and deliveries',
    answers: { 200: agentFiguresSchema },
    problems: ['not-found'],
  },
  'GET /api/agents/:id/card': {
    summary: 'The agent card, requested from the agent now',
    answers: { 200: agentCardAnswerSchema },
    problems: ['not-found'],
  },
  'POST /api/agents': {
    summary: 'Add an agent',
    role: 'admin',
    body: createAgentSchema,
    answers: { 201: agentSchema },
    problems: ['agent-exists'],
  },
  'POST /api/agents/test': {
    summary: 'Find out whether an agent can be reached; with `startRun`, start a small real run',
    role: 'admin',
    body: testAgentSchema,
    answers: { 200: agentTestSchema },
    problems: [],
  },
  'POST /api/agents/:id/check': {
    summary: 'Check an agent against the protocol, by real runs; one line of JSON for each finding',
    description:
      'The agent does real work: what it asks is answered, with approval where that is possible. The response is `application/x-ndjson`: `{"finding"}` for each finding as it is made, `{"report"}` at the end. It ends after two minutes at the latest; closing it ends the check. One check of an agent at a time.',
    role: 'admin',
    body: checkAgentSchema,
    stored: 'application/x-ndjson',
    problems: ['not-found', 'check-going'],
  },
  'PATCH /api/agents/:id': {
    summary: 'Change an agent; headers are replaced as a whole',
    description:
      'Headers that are left out are unchanged, unless the change would send them to an origin that they were not entered for: then they must be entered again (problem `secret-needed`) or removed with `{}`.',
    role: 'admin',
    body: changeAgentSchema,
    answers: { 200: agentSchema },
    problems: ['not-found', 'secret-needed'],
  },
  'DELETE /api/agents/:id': {
    summary: 'Remove an agent',
    role: 'admin',
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
  'POST /api/prompts/:id/check': {
    summary: 'Have the agent check an edited value before it is sent',
    description:
      'Changes nothing and is not stored. A missing response of the agent is a result too (`unchecked`). For each operator and prompt only the newest value is checked: an earlier call still in progress returns `superseded`. 410 prompt-expired and 412 prompt-changed contain the prompt.',
    body: createCheckSchema,
    answers: { 200: editCheckSchema },
    problems: ['not-found', 'prompt-expired', 'prompt-changed'],
  },
  'GET /api/libraries': {
    summary: 'The libraries for authors of agents that this server hands out',
    description: 'None if they have not been built. Their files need no sign-in.',
    answers: { 200: libraryListSchema },
    problems: [],
  },
} satisfies RouteTable;
