const haiOnly = /^(BUSINESS_DATA_|AGENT_COLLABORATIVE_MESSAGE_|MESSAGE_SNAPSHOT$)/;
const agUiOnly =
  /^(TEXT_MESSAGE_|MESSAGES_SNAPSHOT$|THINKING_|REASONING_|ACTIVITY_|SUBAGENT_|TOOL_CALL_CHUNK$)/;

/** The protocol of an event type; null if both have it, or neither. */
function protocolOfType(type: string): 'hai' | 'ag-ui' | null {
  if (haiOnly.test(type)) return 'hai';
  return agUiOnly.test(type) ? 'ag-ui' : null;
}

/** The protocol of a frame, without parsing it: by the first type that only one protocol has. */
export function protocolOfFrame(data: string): 'hai' | 'ag-ui' | null {
  for (const [, type] of data.slice(0, 20_000).matchAll(/"type"\s*:\s*"([A-Z_]{3,60})"/g)) {
    const spoken = type === undefined ? null : protocolOfType(type);
    if (spoken !== null) return spoken;
  }
  return null;
}
