import { mcpServerProtocol } from '../mcp-server/protocol.ts';
import type { AgentProtocol } from '../protocol/agent-protocol.ts';

const { introduce: _, ...called } = mcpServerProtocol;

/**
 * Services of the environment as sources of actions. A run is one call of a signifier; it takes place in this server, and is shown
 * and asked about like the call of a tool of an MCP server.
 */
export const affordanceProtocol: AgentProtocol = {
  ...called,
  id: 'affordance',
  internal: true,
  describe: () => ({
    name: 'Service of the environment',
    about:
      'Actions that agents and operators call by signifiers; a person approves what changes anything.',
    fields: [],
    origins: [],
    attachments: [],
    controls: [],
  }),
};
