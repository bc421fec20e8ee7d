import { a2aProtocol } from './a2a/protocol.ts';
import { acpProtocol } from './acp/protocol.ts';
import { affordanceProtocol } from './affordance/protocol.ts';
import { agUiProtocol } from './ag-ui/protocol.ts';
import { detectedProtocol } from './detected-protocol.ts';
import { haiProtocol } from './hai/protocol.ts';
import { mcpServerProtocol } from './mcp-server/protocol.ts';
import { httpClientProtocol, mcpClientProtocol } from './program/protocol.ts';
import type { AgentProtocol } from './protocol/agent-protocol.ts';

/** The protocols of a server without others configured. */
export const defaultProtocols: readonly AgentProtocol[] = [
  detectedProtocol,
  haiProtocol,
  agUiProtocol,
  a2aProtocol,
  acpProtocol,
  mcpServerProtocol,
  mcpClientProtocol,
  httpClientProtocol,
  affordanceProtocol,
];
