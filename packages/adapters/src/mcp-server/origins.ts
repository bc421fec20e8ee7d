import type { AskOrigin } from '../ask.ts';

const origin = (kind: string, label: string): AskOrigin => ({
  protocol: 'mcp',
  kind,
  answeredBy: 'message',
  label,
});

/** The kinds of question of an MCP server, and of this server before it calls a tool. */
export const origins = {
  approval: origin('approval', 'Tool call'),
  elicitation: origin('elicitation', 'Elicitation'),
  url: origin('url', 'Address to open'),
  sampling: origin('sampling', 'Sampling'),
  roots: origin('roots', 'Roots'),
} as const;

export type McpAskKind = keyof typeof origins;

export const isMcpAskKind = (kind: unknown): kind is McpAskKind =>
  typeof kind === 'string' && Object.hasOwn(origins, kind);
