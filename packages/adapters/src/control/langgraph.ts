import { z } from 'zod';
import { say } from '../agent-statements.ts';
import type { ControlAnswer, ReportedStatus } from '../protocol/agent-protocol.ts';
import type { Transport } from '../protocol/wire.ts';
import type { RunControlMethod } from './run-control.ts';

/** A run as the server lists it. Its id is LangGraph's own, not the one of the AG-UI request that started it. */
const runSchema = z.looseObject({ run_id: z.string(), status: z.string() });
const runsSchema = z.array(runSchema);
type Run = z.infer<typeof runSchema>;

/** A LangGraph server: `url` is the base of its API. */
interface Server {
  url: string;
  transport: Transport;
}

const isGoing = ({ status }: Run): boolean => status === 'pending' || status === 'running';

const pathOf = ({ url }: Server, path: string): string =>
  `${url.replace(/\/+$/, '')}/threads/${path}`;

const headers = { accept: 'application/json' };

/** Newest first; none for a thread that the server does not know. */
async function runsOf(server: Server, threadId: string): Promise<Run[]> {
  const url = pathOf(server, `${encodeURIComponent(threadId)}/runs?limit=20`);
  const reply = await server.transport.call({ method: 'GET', url, headers });
  if (reply.status === 404) {
    reply.discard();
    return [];
  }
  if (reply.status >= 300) throw await reply.failure();
  const runs = runsSchema.safeParse(JSON.parse(await reply.text(4_000_000)));
  if (!runs.success) throw new Error('What answers at its control URL is not LangGraph.');
  return runs.data;
}

/**
 * Cancels the active runs of a thread: `POST /threads/{t}/runs/{r}/cancel` (LangGraph server 2.0). The runs are looked up
 * first, because the server also responds with 202 for runs that have ended.
 */
async function stopLangGraphRun(server: Server, threadId: string): Promise<ControlAnswer> {
  const going = (await runsOf(server, threadId)).filter(isGoing);
  if (going.length === 0) {
    return { kind: 'later', reason: say('control.langgraph-no-run') };
  }
  for (const run of going) {
    const url = pathOf(
      server,
      `${encodeURIComponent(threadId)}/runs/${encodeURIComponent(run.run_id)}/cancel`,
    );
    const reply = await server.transport.call({ method: 'POST', url, headers });
    if (reply.status < 200 || reply.status > 299) {
      const { said } = await reply.failure();
      return { kind: reply.status >= 500 ? 'later' : 'refused', reason: said };
    }
    reply.discard();
  }
  return { kind: 'acknowledged' };
}

/** The status of the newest run of a thread. A cancelled run is listed as `error` or `interrupted`. */
async function langGraphStatus(server: Server, threadId: string): Promise<ReportedStatus> {
  const newest = (await runsOf(server, threadId))[0];
  if (newest === undefined) return { status: null, detail: say('control.langgraph-none-listed') };
  if (isGoing(newest)) return { status: 'running', detail: newest.status };
  return { status: newest.status === 'success' ? 'finished' : 'stopped', detail: newest.status };
}

/** A LangGraph server behind its AG-UI bridge. */
export const langGraphControl: RunControlMethod = {
  description: {
    id: 'langgraph',
    name: 'LangGraph',
    urlLabel: 'URL of the LangGraph API',
    urlHelp: 'For example http://localhost:2024, without a path.',
    actions: ['stop', 'status'],
  },
  control: (_agent, { threadId }, server) => stopLangGraphRun(server, threadId),
  status: ({ threadId }, server) => langGraphStatus(server, threadId),
};
