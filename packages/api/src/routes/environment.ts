import { z } from 'zod';
import {
  agentContextSchema,
  agentProfileListSchema,
  agentProfileSchema,
  approvedSignifiersSchema,
  approveSignifiersSchema,
  artifactDetailSchema,
  artifactDriftSchema,
  artifactListSchema,
  knownSignifierSchema,
  putSignifierNoteSchema,
  registerArtifactSchema,
  signifierListSchema,
  synchroniseArtifactSchema,
} from '../environment.ts';
import type { RouteTable } from '../route.ts';

const asGraph = 'As Turtle unless the request accepts application/ld+json or application/json.';

/** What agents can do: registered services, their signifiers, and the profiles that these are selected for. */
export const environmentRoutes = {
  'GET /api/environment/signifiers': {
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
    problems: ['not-found'],
  },
  'POST /api/environment/selection': {
    summary: 'What would be recommended for a context; nothing is stored',
    role: 'viewer',
    body: agentContextSchema,
    answers: { 200: signifierListSchema },
    problems: [],
  },
  'GET /api/environment/artifacts': {
    summary: 'The registered services',
    answers: { 200: artifactListSchema },
    problems: [],
  },
  'POST /api/environment/artifacts': {
    summary: 'Register a service; what it describes is approved with it',
    role: 'admin',
    body: registerArtifactSchema,
    answers: { 201: artifactDetailSchema },
    problems: ['artifact-exists', 'description-not-read', 'unknown-agent'],
  },
  'GET /api/environment/artifacts/:id': {
    summary: 'A service with its signifiers',
    description: asGraph,
    answers: { 200: artifactDetailSchema },
    problems: ['not-found'],
  },
  'POST /api/environment/artifacts/:id/synchronisation': {
    summary:
      'Read the description of a service again; what is new or changed waits for an approval',
    body: synchroniseArtifactSchema,
    answers: { 200: artifactDriftSchema },
    problems: ['not-found', 'description-not-read'],
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
  'GET /api/environment/profiles': {
    summary: 'The profiles of agents',
    answers: { 200: agentProfileListSchema },
    problems: [],
  },
  'GET /api/environment/profile/:id': {
    summary: 'The profile of an agent',
    description: asGraph,
    answers: { 200: agentProfileSchema },
    problems: ['not-found'],
  },
  'PUT /api/environment/profile/:id': {
    summary: 'Set what an agent is about to do, as JSON, Turtle or JSON-LD',
    body: agentContextSchema,
    answers: { 200: agentProfileSchema },
    problems: [],
  },
  'DELETE /api/environment/profile/:id': {
    summary: 'Remove a profile',
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
} satisfies RouteTable;
