import { say } from '../agent-statements.ts';
import { continuingRun } from '../continuing-run.ts';
import type { AgentProtocol } from '../protocol/agent-protocol.ts';
import { sseReading, sseRequest, sseRequestAgain } from '../sse-reading.ts';

/** The address in the descriptor of an agent that has none: the name is reserved and never resolves (RFC 2606). */
export const noAddress = 'https://mcp-client.invalid/';

/**
 * A client of this server's own MCP endpoint. It calls the tools of Countersign and fetches the answers; its questions become
 * UpFormat messages in HAI events, so its stream is read as HAI.
 */
export const mcpClientProtocol: AgentProtocol = {
  id: 'mcp-client',
  callsIn: true,
  describe: () => ({
    name: 'MCP client',
    about: 'Calls the tools of this server over MCP, and fetches the answers.',
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
  // Not sent: the client fetches it. Written as a request so that it can be shown before it is given.
  answer: ({ url }, { threadId, runId, id, message }) => ({
    method: 'POST',
    url,
    headers: {},
    body: { threadId, runId, message, idempotencyKey: id },
  }),
  resume: continuingRun,
  control: async () => ({ kind: 'refused', reason: say('control.mcp-client') }),
  status: async () => ({ status: null, detail: null }),
};
