import { z } from 'zod';
import type { RouteTable } from '../route.ts';

/** The one stream of a tab. */
export const streamRoutes = {
  'GET /api/stream': {
    summary: 'Server-sent envelopes of the named tasks; Last-Event-ID or after resumes',
    description:
      'Ids are separated by commas; %, comma and * in an id are written %25, %2C and %2A (and the whole is encoded as any other parameter). Without a cursor it begins now: what was journalled before is read from the snapshot or the events of a task. Frames without a name are envelopes. `facts=all` adds the facts of the server about all other tasks; with `facts=short` those about questions hold a row of the queue in place of the whole question. `event: ready`: all up to here has been sent, it is live now. `event: reset`: the cursor means nothing here, read anew. `event: position`: nothing for you came, and this is the cursor now. A tab that names itself (countersign-tab) has one stream: its next one ends the one before. Frames without an id are not journalled: `event: presence` (who has a prompt open, GET /api/presence) `event: draft` (my draft of a prompt has changed elsewhere), `event: store` (whether the store takes writes) and `event: changed` (`what`: rules, policy, webhooks, operators or views have to be read again).',
    query: z.object({
      tasks: z.string().max(60_000).default(''),
      facts: z.enum(['all', 'short']).optional(),
      after: z.string().max(200).optional(),
    }),
    problems: ['too-many-streams'],
  },
} satisfies RouteTable;
