import { z } from 'zod';
import { createdSessionSchema, createSessionSchema, meSchema } from '../settings/session.ts';
import { storeStateSchema } from '../store-state.ts';
import type { RouteTable } from './route.ts';

const okSchema = z.object({ status: z.literal('ok') });

const healthSchema = okSchema.extend({ store: storeStateSchema });

/** Signing in, the stream of a browser, and the state of the server. */
export const sessionRoutes = {
  'POST /api/session': {
    summary: 'Exchange a token or a one-time code for a session',
    description:
      'A session has two secrets: a cookie, and `proof`, which must be sent in the header `countersign-proof` with every request.',
    role: 'none',
    body: createSessionSchema,
    answers: { 200: createdSessionSchema },
    problems: [],
  },
  'DELETE /api/session': {
    summary: 'Sign out',
    role: 'none',
    answers: { 204: z.null() },
    problems: [],
  },
  'GET /api/me': {
    summary: 'The signed-in operator, and the parts of the server',
    answers: { 200: meSchema },
    problems: [],
  },
  'GET /api/stream': {
    summary: 'Server-sent envelopes of the named tasks; Last-Event-ID or after resumes',
    description:
      'Ids are separated by commas; %, comma and * in an id are written %25, %2C and %2A (and the whole is encoded as any other parameter). Without a cursor the stream starts now: earlier events are read from the snapshot or the events of a task. Frames without a name are envelopes. With `envelopes=batched`, several of them may come as one frame, `event: batch`: tasks, runs and agents are in `sources` once, as `[threadId, runId, agentId, sequence]`, and each of `events` is `[place of its source, position, sequence, receivedAt, event]`, counted from those of the frame and of the source. `facts=all` adds the facts of the server about all other tasks; with `facts=short` those about questions contain a row of the queue instead of the whole question. `event: ready`: everything up to here has been sent; the stream is live from now on. `event: reset`: the server does not know the cursor; load everything again. `event: position`: the current cursor, sent when no events matched. A reader that sends the header countersign-tab has one stream under that name: a new one closes the previous one. Frames without an id are not journalled: `event: presence` (who has a prompt open, see GET /api/presence), `event: draft` (the draft of a prompt was changed in another tab of the same operator), `event: store` (whether the store is writable) and `event: changed` (`what`: rules, policy, webhooks, operators, groups, open-sessions, views or programs must be read again).',
    headers: {
      'last-event-id': 'The cursor to go on from, as a browser sends it',
      'countersign-tab': 'The name of the stream among those of its operator',
    },
    stored: 'text/event-stream',
    query: z.object({
      tasks: z.string().max(60_000).default(''),
      facts: z.enum(['all', 'short']).optional(),
      after: z.string().max(200).optional(),
      envelopes: z.enum(['batched']).optional(),
    }),
    problems: ['too-many-streams'],
  },
  'GET /health': {
    summary: 'The process responds; reports whether the store is writable',
    answers: { 200: healthSchema },
    problems: [],
  },
  'GET /health/live': {
    summary: 'The process responds: if it does not, restart it',
    answers: { 200: okSchema },
    problems: [],
  },
  'GET /health/ready': {
    summary: 'Requests can be served: the store can be written',
    description:
      'Otherwise the problem `not-ready`, whose member `state` is `starting`, `store-away` or `draining`.',
    answers: { 200: healthSchema },
    problems: [],
  },
} satisfies RouteTable;
