import { continuingRun } from '../continuing-run.ts';
import type { AgentProtocol } from '../protocol/agent-protocol.ts';
import type { WireRequest } from '../protocol/wire.ts';
import { sseReading, sseRequest, sseRequestAgain } from '../sse-reading.ts';
import { mcpAsks } from './asks.ts';
import { introduce } from './introduce.ts';
import { origins } from './origins.ts';

const post = (url: string, body: object): WireRequest => ({
  method: 'POST',
  url,
  headers: {},
  body,
});

/**
 * An MCP server as a source of tools. A run is one call of a tool; what the server requests during the call are questions to
 * people. An MCP connection is a conversation in both directions, so its requests are carried by a session and not by HTTP
 * requests: the carrier of this protocol receives the requests below, and returns the run as a stream of HAI.
 */
export const mcpServerProtocol: AgentProtocol = {
  id: 'mcp',
  startsOnce: true,
  inServer: true,
  describe: () => ({
    name: 'MCP server',
    about:
      'Tools that operators call; the elicitations, samplings and roots it requests are questions to people.',
    fields: ['mcp'],
    origins: Object.values(origins),
    attachments: [],
    controls: [],
  }),
  detect: () => false,
  capabilities: () => ({ actions: ['stop'], answers: true }),
  introduce,
  // Every frame holds what is needed to continue behind it.
  start: ({ url }, input) => ({ ...sseRequest(url, input), resumable: 'named' }),
  rejoin: ({ url }, input, lastEventId) => ({
    ...sseRequestAgain(url, input, lastEventId),
    resumable: 'named',
  }),
  read: (options) => ({
    ...sseReading({ ...options, undeclared: false }),
    asks: mcpAsks(options),
  }),
  answer: ({ url }, { runId, id, message }) => post(url, { answer: { runId, id, message } }),
  resume: continuingRun,
  async control({ url }, { runId, reason }, transport) {
    const reply = await transport.call(post(url, { stop: { runId, reason } }));
    if (reply.status < 300) {
      reply.discard();
      return { kind: 'accepted' };
    }
    const { said } = await reply.failure();
    return { kind: reply.status >= 500 ? 'later' : 'refused', reason: said };
  },
  status: () => Promise.reject(new Error('An MCP server does not report the state of a call.')),
};

/** The same on a server that may start programs of its machine: its URL may be a command line. */
export const mcpCommandProtocol: AgentProtocol = {
  ...mcpServerProtocol,
  describe: () => ({ ...mcpServerProtocol.describe(), fields: ['mcp', 'command'] }),
};
