import type { JsonObject } from '@countersign/json/json-object';
import { lose } from './losses.ts';
import { isVerdict, type RelayError, type RelayErrorCode, type Written } from './neutral.ts';

/** JSON-RPC codes of A2A. */
const rpcCodes: Record<RelayErrorCode, number> = {
  'bad-json': -32700,
  'bad-request': -32600,
  'bad-params': -32602,
  'unknown-method': -32601,
  'task-not-found': -32001,
  'task-not-cancelable': -32002,
  'push-unsupported': -32003,
  'operation-unsupported': -32004,
  'content-type': -32005,
  'bad-agent-response': -32006,
  'no-extended-card': -32007,
  // A2A has none of its own: of the range that JSON-RPC leaves to servers.
  'not-allowed': -32040,
  'too-many-calls': -32041,
  'refused-by-operator': -32042,
  'approval-expired': -32043,
  internal: -32603,
};

const acpCodes: Record<RelayErrorCode, 'invalid_input' | 'not_found' | 'server_error'> = {
  'bad-json': 'invalid_input',
  'bad-request': 'invalid_input',
  'bad-params': 'invalid_input',
  'unknown-method': 'not_found',
  'task-not-found': 'not_found',
  'task-not-cancelable': 'invalid_input',
  'push-unsupported': 'invalid_input',
  'operation-unsupported': 'invalid_input',
  'content-type': 'invalid_input',
  'bad-agent-response': 'server_error',
  'no-extended-card': 'not_found',
  'not-allowed': 'invalid_input',
  'too-many-calls': 'invalid_input',
  'refused-by-operator': 'invalid_input',
  'approval-expired': 'invalid_input',
  internal: 'server_error',
};

export const writeA2aError = ({ code, message }: RelayError): JsonObject => ({
  code: rpcCodes[code],
  message,
});

const acpMeanings: Readonly<Record<string, RelayErrorCode>> = {
  invalid_input: 'bad-params',
  not_found: 'task-not-found',
  server_error: 'internal',
};

/** ACP has three codes: which of ours it was is lost, unless reading gives the same. A verdict is in a member of our own beside it. */
export function writeAcpError({ code, message }: RelayError): Written<JsonObject> {
  const name = acpCodes[code];
  if (isVerdict(code)) return { value: { code: name, message, data: { code } }, lost: [] };
  const isKept = acpMeanings[name] === code;
  return {
    value: { code: name, message },
    lost: isKept ? [] : [lose('lost.error-code', { code })],
  };
}

/** Errors of the call itself; all others are results of the tool, with the code in them, so that the model sees them. */
const mcpCodes: Partial<Record<RelayErrorCode, number>> = {
  'bad-json': -32700,
  'bad-request': -32600,
  'bad-params': -32602,
  // An unknown tool.
  'unknown-method': -32602,
  internal: -32603,
};

/** An error of MCP: of JSON-RPC, or of a tool. */
export type McpError =
  | { kind: 'rpc'; error: JsonObject }
  | { kind: 'tool'; error: { code: RelayErrorCode; message: string } };

export function writeMcpError({ code, message }: RelayError): Written<McpError> {
  const number = mcpCodes[code];
  return number === undefined
    ? { value: { kind: 'tool', error: { code, message } }, lost: [] }
    : {
        value: { kind: 'rpc', error: { code: number, message } },
        lost: code === 'unknown-method' ? [lose('lost.error-code', { code })] : [],
      };
}
