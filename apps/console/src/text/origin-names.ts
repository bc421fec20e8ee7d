/** Origins that the console has its own names for; others have the name given by their protocol. */
export const known = [
  'upformat/message',
  'ag-ui/interrupt',
  'ag-ui/tool-call',
  'hai/button',
  'hai/form',
  'upformat/unread',
  'a2a/input-required',
  'a2a/auth-required',
  'acp/awaiting',
  'mcp/approval',
  'mcp/elicitation',
  'mcp/url',
  'mcp/sampling',
  'mcp/roots',
] as const;
export type KnownOrigin = (typeof known)[number];
