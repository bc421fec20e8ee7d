import { z } from 'zod';
import {
  affordanceCallViewSchema,
  callPolicySchema,
  callPreviewSchema,
  environmentTrailSchema,
  grantListSchema,
  previewCallSchema,
  putCallPolicySchema,
  requestCallSchema,
} from '../affordance-call.ts';
import {
  agentContextSchema,
  agentProfileListSchema,
  agentProfileSchema,
  approvedSignifiersSchema,
  approveSignifiersSchema,
  artifactDetailSchema,
  artifactDriftSchema,
  artifactListSchema,
  compareSelectorsSchema,
  knownSignifierSchema,
  putAgentProfileSchema,
  putSignifierNoteSchema,
  registerArtifactSchema,
  selectorComparisonSchema,
  signifierListSchema,
  synchroniseArtifactSchema,
} from '../environment.ts';
import type { RouteTable } from './route.ts';

const asGraph = 'As Turtle unless the request accepts application/ld+json or application/json.';

/** What agents can do: registered services, their signifiers, and the profiles that these are selected for. */
export const environmentRoutes = {
  'GET /api/environment/signifiers': {
    registrants: true,
    summary: 'The signifiers, for a profile ranked',
    description: `${asGraph} Graphs of a profile have what is recommended, JSON has all with the reason.`,
    query: z.object({
      /** The id of a profile, or its address at this server. */
      profile: z.string().min(1).max(2_000).optional(),
    }),
    answers: { 200: signifierListSchema },
    problems: ['not-found'],
  },
  'GET /api/environment/signifiers/:id': {
    summary: 'A signifier',
    description: asGraph,
    answers: { 200: knownSignifierSchema },
    problems: ['not-found'],
  },
  'PUT /api/environment/signifiers/:id/note': {
    summary: 'Pin or hide a signifier, or say in which contexts it is useful',
    body: putSignifierNoteSchema,
    answers: { 200: putSignifierNoteSchema },
    problems: ['not-found', 'note-changed'],
  },
  'POST /api/environment/comparison': {
    summary: 'What would be recommended for a context by fewer and more means; nothing is stored',
    role: 'viewer',
    body: compareSelectorsSchema,
    answers: { 200: selectorComparisonSchema },
    problems: [],
  },
  'POST /api/environment/selection': {
    summary: 'What would be recommended for a context; nothing is stored',
    role: 'viewer',
    body: agentContextSchema,
    answers: { 200: signifierListSchema },
    problems: [],
  },
  'GET /api/environment/artifacts': {
    registrants: true,
    summary: 'The registered services',
    answers: { 200: artifactListSchema },
    problems: [],
  },
  'POST /api/environment/artifacts': {
    registrants: true,
    summary: 'Register a service',
    description:
      'What it describes is approved with it if an administrator registers it. A registrant has to wait for the approval of an operator.',
    role: 'admin',
    body: registerArtifactSchema,
    answers: { 201: artifactDetailSchema },
    problems: ['artifact-exists', 'description-not-read', 'unknown-agent', 'registry-full'],
  },
  'GET /api/environment/artifacts/:id': {
    registrants: true,
    summary: 'A service with its signifiers',
    description: asGraph,
    answers: { 200: artifactDetailSchema },
    problems: ['not-found'],
  },
  'POST /api/environment/artifacts/:id/synchronisation': {
    registrants: true,
    summary:
      'Read the description of a service again; what is new or changed waits for an approval',
    body: synchroniseArtifactSchema,
    answers: { 200: artifactDriftSchema },
    problems: ['not-found', 'description-not-read', 'registry-full'],
  },
  'POST /api/environment/artifacts/:id/approval': {
    summary: 'Approve signifiers as they were seen',
    body: approveSignifiersSchema,
    answers: { 200: approvedSignifiersSchema },
    problems: ['not-found'],
  },
  'DELETE /api/environment/artifacts/:id': {
    summary: 'Remove a service with its signifiers',
    role: 'admin',
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
  'PUT /api/environment/artifacts/:id/policy': {
    summary: 'Decide how calls of a service are approved',
    role: 'admin',
    body: putCallPolicySchema,
    answers: { 200: callPolicySchema },
    problems: ['not-found'],
  },
  'POST /api/environment/signifiers/:id/preview': {
    summary: 'What a call would send; nothing is sent',
    role: 'viewer',
    body: previewCallSchema,
    answers: { 200: callPreviewSchema },
    problems: ['not-found'],
  },
  'POST /api/environment/calls': {
    registrants: true,
    summary: 'Call a signifier',
    description:
      'What changes nothing is called at once; other calls are a question to people, unless an operator approves the request that was shown.',
    body: requestCallSchema,
    answers: { 202: affordanceCallViewSchema },
    problems: ['not-found', 'idempotency-conflict', 'too-large'],
  },
  'GET /api/environment/calls/:id': {
    registrants: true,
    summary: 'A call; waits for its outcome if asked to',
    query: z.object({ waitMs: z.coerce.number().int().min(0).max(60_000).optional() }),
    answers: { 200: affordanceCallViewSchema },
    problems: ['not-found'],
  },
  'GET /api/environment/grants': {
    summary: 'What people have allowed for tasks that are open: calls that are not asked about',
    answers: { 200: grantListSchema },
    problems: [],
  },
  'DELETE /api/environment/grants/:id': {
    summary: 'Take back what was allowed for a task; the next call is asked about',
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
  'GET /api/environment/profile/:id/trail': {
    summary: 'What happened for a profile: its contexts, selections, exposures and calls',
    answers: { 200: environmentTrailSchema },
    problems: ['not-found'],
  },
  'GET /api/environment/profiles': {
    summary: 'The profiles of agents',
    answers: { 200: agentProfileListSchema },
    problems: [],
  },
  'GET /api/environment/profile/:id': {
    registrants: true,
    summary: 'The profile of an agent',
    description: asGraph,
    answers: { 200: agentProfileSchema },
    problems: ['not-found'],
  },
  'PUT /api/environment/profile/:id': {
    registrants: true,
    summary: 'Set what an agent is about to do, as JSON, Turtle or JSON-LD',
    body: putAgentProfileSchema,
    answers: { 200: agentProfileSchema },
    problems: [],
  },
  'DELETE /api/environment/profile/:id': {
    summary: 'Remove a profile',
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
} satisfies RouteTable;
