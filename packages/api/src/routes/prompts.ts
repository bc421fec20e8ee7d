import { upFeedbackSchema } from '@countersign/upformat/message';
import { z } from 'zod';
import { dismissedToolQuerySchema } from '../agent.ts';
import {
  bulkKeySchema,
  bulkReleaseSchema,
  createDecisionsSchema,
  decisionReceiptsSchema,
} from '../bulk.ts';
import {
  claimSchema,
  createClaimSchema,
  createDecisionSchema,
  createdDecisionSchema,
  deliveryPreviewSchema,
  promptPageSchema,
  promptSchema,
  votedSchema,
} from '../prompt.ts';
import { presenceListSchema, presenceUpdateSchema } from '../prompts/presence.ts';
import { promptQuerySchema } from '../prompts/prompt-query.ts';
import {
  queueCountsSchema,
  queueFilterSchema,
  queueGroupsSchema,
  queuePageSchema,
  queueQuerySchema,
  queueValuesSchema,
} from '../prompts/queue.ts';
import {
  createShiftNoteSchema,
  shiftNoteSchema,
  shiftNotesQuerySchema,
  shiftNotesSchema,
} from '../prompts/shift-note.ts';
import { createViewSchema, savedViewSchema, viewListSchema } from '../prompts/view.ts';
import { statedIssue } from '../statements/stated-issue.ts';
import type { RouteTable } from './route.ts';

const maxMembers = 40;

const bodySchema = createViewSchema.refine(
  ({ search }) => Object.keys(search).length <= maxMembers,
  {
    ...statedIssue(`A view has at most ${maxMembers} filters.`, {
      code: 'request.too-many-filters',
      params: { limit: maxMembers },
    }),
    path: ['search'],
  },
);

/** The queue of prompts, and what is done with one. */
export const promptsRoutes = {
  'GET /api/prompts': {
    summary: 'Prompts, newest first',
    query: promptQuerySchema,
    answers: { 200: promptPageSchema },
    problems: [],
  },
  'GET /api/prompts/:id': {
    summary: 'One prompt',
    answers: { 200: promptSchema },
    problems: ['not-found'],
  },
  'POST /api/prompts/:id/decisions': {
    summary: 'Answer a prompt: exactly one answer wins',
    description:
      '403 not-entitled, 409 prompt-answered, 409 prompt-claimed (unless despiteClaim), 410 prompt-expired and 412 prompt-changed contain the current prompt; 422 invalid-feedback contains errors with paths.',
    body: createDecisionSchema,
    answers: { 201: createdDecisionSchema, 202: votedSchema },
    problems: [
      'not-found',
      'unknown-agent',
      'prompt-answered',
      'prompt-claimed',
      'not-entitled',
      'prompt-expired',
      'prompt-changed',
      'invalid-feedback',
      'idempotency-conflict',
    ],
  },
  'DELETE /api/prompts/:id/vote': {
    summary: 'Take back the own yes while others are missing',
    answers: { 200: promptSchema },
    problems: ['not-found'],
  },
  'GET /api/queue': {
    summary: 'Prompts as short rows: the open ones, the most urgent first',
    query: queueQuerySchema,
    answers: { 200: queuePageSchema },
    problems: [],
  },
  'GET /api/shift-notes': {
    summary: 'Notes of operators for those who come after them, the newest first',
    query: shiftNotesQuerySchema,
    answers: { 200: shiftNotesSchema },
    problems: [],
  },
  'POST /api/shift-notes': {
    summary: 'Leave a note for the next shift',
    body: createShiftNoteSchema,
    answers: { 201: shiftNoteSchema },
    problems: [],
  },
  'GET /api/queue/groups': {
    summary: 'Equal open prompts, counted by class, the largest first',
    query: queueFilterSchema,
    answers: { 200: queueGroupsSchema },
    problems: [],
  },
  'GET /api/queue/counts': {
    summary: 'How many prompts are open',
    query: queueFilterSchema,
    answers: { 200: queueCountsSchema },
    problems: [],
  },
  'GET /api/queue/values': {
    summary: 'Agents and tasks that have open prompts, those with the most first',
    answers: { 200: queueValuesSchema },
    problems: [],
  },
  'POST /api/prompts/:id/claim': {
    summary: 'Claim a prompt, or renew the claim',
    description:
      'The policy defines how long the claim lasts. takeOver "ask" requests it from the holder; without a response it is granted at claim.takeOver.grantedAt. "force" takes it (administrators). 409 prompt-claimed contains the current claim.',
    body: createClaimSchema,
    answers: { 200: claimSchema },
    problems: ['not-found', 'prompt-answered', 'prompt-expired', 'prompt-claimed'],
  },
  'POST /api/prompts/:id/claim/keep': {
    summary: 'Keep the claim: decline a request to take it over',
    answers: { 200: claimSchema },
    problems: ['not-found', 'prompt-answered', 'prompt-expired', 'prompt-claimed'],
  },
  'DELETE /api/prompts/:id/claim': {
    summary: 'Release a claim, or withdraw the request for it',
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
  'GET /api/prompts/:id/draft': {
    summary: 'The draft of the signed-in operator, or null',
    problems: ['not-found'],
  },
  'PUT /api/prompts/:id/draft': {
    summary: 'Store the draft of the signed-in operator until the answer is sent',
    description:
      'Other streams of the same operator receive `event: draft` with {promptId, tab}; tab is the header countersign-tab of this request.',
    headers: { 'countersign-tab': 'The tab of a browser that sends it' },
    body: z.unknown(),
    answers: { 204: z.null() },
    problems: ['not-found', 'prompt-answered', 'prompt-expired'],
  },
  'DELETE /api/prompts/:id/draft': {
    summary: 'Delete the draft of the signed-in operator',
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
  'GET /api/presence': {
    summary: 'Who has which prompt open; changes are sent as presence frames of the stream',
    answers: { 200: presenceListSchema },
    problems: [],
  },
  'PUT /api/prompts/:id/presence': {
    summary:
      'Report that this tab has the prompt open; repeat at least every 30 s, it ends after 45 s',
    role: 'viewer',
    body: presenceUpdateSchema,
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
  'POST /api/decisions': {
    summary: 'One answer to the named prompts, each bound by its own digest; a receipt per row',
    description:
      'Rows are decided one by one, without a common transaction: done, changed (the content is not what was shown) or skipped (see problem). Repeating the request with the same key returns the same receipts. Nothing leaves before the last row is recorded: then one time for a recall begins for all; with awaitsReceipt it begins when the receipt is reported as shown, or after a few minutes without that.',
    body: createDecisionsSchema,
    answers: { 200: decisionReceiptsSchema },
    problems: ['idempotency-conflict'],
  },
  'POST /api/decisions/shown': {
    summary: 'The receipt of an answer to many is on screen: the time for its recall begins',
    description: 'For who answered. A repeated request has no further effect.',
    body: bulkKeySchema,
    answers: { 200: bulkReleaseSchema },
    problems: ['not-found'],
  },
  'POST /api/decisions/recall': {
    summary: 'Recall an answer to many: all rows that have not left, also while it is recorded',
    description:
      'For who answered. Rows that are not recorded yet stay open. Contains the receipts as they are then; empty if nothing was recorded under the key.',
    body: bulkKeySchema,
    answers: { 200: decisionReceiptsSchema },
    problems: [],
  },
  'POST /api/prompts/:id/preview': {
    summary:
      'What would be sent to the agent for an answer, in its protocol; null = nothing is sent',
    description: 'Changes nothing. Contains the names of secret headers, never their values.',
    body: z.object({ feedback: upFeedbackSchema }),
    answers: { 200: deliveryPreviewSchema.nullable() },
    problems: ['not-found'],
  },
  'POST /api/prompts/:id/schema': {
    summary: 'Load the schema that a prompt refers to',
    description:
      'Returns the prompt with the schema and a new digest. 422 address-refused or schema-not-loaded contains the reason; 412 prompt-changed and 410 prompt-expired contain the prompt.',
    answers: { 200: promptSchema },
    problems: [
      'not-found',
      'prompt-expired',
      'prompt-changed',
      'address-refused',
      'schema-not-loaded',
    ],
  },
  'POST /api/prompts/:id/dismiss-tool': {
    summary: 'Stop asking about calls of this tool of this agent',
    description: 'Open prompts of the tool are withdrawn. Calls are still shown in their tasks.',
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
  'DELETE /api/agents/:id/dismissed-tools': {
    summary: 'Ask about calls of this tool again',
    query: dismissedToolQuerySchema,
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
  'GET /api/views': {
    summary: 'The views of the signed-in operator and the shared ones',
    answers: { 200: viewListSchema },
    problems: [],
  },
  'POST /api/views': {
    summary: 'Save a set of filters under a name',
    body: bodySchema,
    answers: { 201: savedViewSchema },
    problems: [],
  },
  'PUT /api/views/:id': {
    summary: 'Change a view: for its owner and administrators',
    body: bodySchema,
    answers: { 200: savedViewSchema },
    problems: ['not-found'],
  },
  'DELETE /api/views/:id': {
    summary: 'Remove a view: for its owner and administrators',
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
} satisfies RouteTable;
