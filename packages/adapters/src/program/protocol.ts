import { say } from '../agent-statements.ts';
import { continuingRun } from '../continuing-run.ts';
import type { AgentProtocol } from '../protocol/agent-protocol.ts';
import { sseReading, sseRequest, sseRequestAgain } from '../sse-reading.ts';

/** How a program calls this server. */
export type ProgramAccess = 'mcp' | 'http';

/** The address in the descriptor of an agent that has none: the name is reserved and never resolves (RFC 2606). */
export const noAddress = 'https://mcp-client.invalid/';

/**
 * A program that asks through this server's own interface, and fetches the answers. Its questions become UpFormat messages in HAI
 * events, so its stream is read as HAI.
 */
const protocolOf = (
  id: string,
  words: { name: string; about: string; refused: ReturnType<typeof say> },
): AgentProtocol => ({
  id,
  callsIn: true,
  describe: () => ({
    name: words.name,
    about: words.about,
    fields: [],
    origins: [],
    attachments: [],
    controls: [],
  }),
  detect: () => false,
  capabilities: () => ({ actions: [], answers: true }),
  start: ({ url }, input) => sseRequest(url, input),
  rejoin: ({ url }, input, lastEventId) => sseRequestAgain(url, input, lastEventId),
  read: (options) => sseReading({ ...options, undeclared: false }),
  // Not sent: the program fetches it. Written as a request so that it can be shown before it is given.
  answer: ({ url }, { threadId, runId, id, message }) => ({
    method: 'POST',
    url,
    headers: {},
    body: { threadId, runId, message, idempotencyKey: id },
  }),
  resume: continuingRun,
  control: async () => ({ kind: 'refused', reason: words.refused }),
  status: async () => ({ status: null, detail: null }),
});

/** One that calls the tools of this server's MCP endpoint. */
export const mcpClientProtocol = protocolOf('mcp-client', {
  name: 'MCP client',
  about: 'Calls the tools of this server over MCP, and fetches the answers.',
  refused: say('control.mcp-client'),
});

/** One that posts its questions to `/api/questions`. */
export const httpClientProtocol = protocolOf('http-client', {
  name: 'Program over HTTP',
  about: 'Posts its questions to this server, and fetches the answers.',
  refused: say('control.http-client'),
});

/** The protocol of a program, by how it calls. */
export const programProtocols: Readonly<Record<ProgramAccess, AgentProtocol>> = {
  mcp: mcpClientProtocol,
  http: httpClientProtocol,
};
