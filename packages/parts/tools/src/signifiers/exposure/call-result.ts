import type { AffordanceCallView } from '@countersign/api/affordance-call';
import type { JsonObject } from '@countersign/json/json-object';
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import type { WaitLimit } from '../calls/calls.ts';
import type { Exchange } from './exchange.ts';

/** A call in the words of the tools. */
export const callRecord = ({
  callId,
  state,
  asked,
  result,
  error,
  reason,
  taskUrl,
}: AffordanceCallView): JsonObject => ({
  call_id: callId,
  state,
  ...(asked === null ? {} : { asked }),
  ...(result === undefined ? {} : { result }),
  ...(error === undefined ? {} : { error }),
  ...(reason === undefined ? {} : { reason }),
  task_url: taskUrl,
});

const wordsOf = ({ state, callId, error, reason, result }: AffordanceCallView): string => {
  switch (state) {
    case 'waiting':
      return `The call ${callId} is not over: a person is asked, or the service works on it. Read it again with get_call, or call the same tool with the same arguments: nothing is called a second time.`;
    case 'done':
      return typeof result === 'string' ? result : JSON.stringify(result);
    case 'rejected':
      return `A person has rejected the call.${reason == null ? '' : ` Reason: ${reason}`} Nothing was called.`;
    case 'unknown':
      return `The call was sent, and its outcome is not known. ${error ?? ''} Find out what it did before you call it again.`;
    case 'stopped':
      return 'The call was stopped.';
    case 'failed':
      return `The call failed. ${error ?? ''}`;
  }
};

/** A call as the result of a tool. One that waits for a person is no error: an agent would repeat it blindly. */
export const callResult = (view: AffordanceCallView): CallToolResult => ({
  content: [{ type: 'text', text: wordsOf(view) }],
  structuredContent: callRecord(view),
  ...(view.state === 'done' || view.state === 'waiting' ? {} : { isError: true }),
});

export const refused = (text: string): CallToolResult => ({
  content: [{ type: 'text', text }],
  isError: true,
});

export const valued = (value: JsonObject): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
  structuredContent: value,
});

/** Less than the usual limit of clients, which is a minute. */
const usualSeconds = 50;
/** A client that has asked for progress waits longer. */
const withProgressSeconds = 600;

/** How long a request waits for the outcome of a call, and how its client is informed of that. */
export function waitOf(
  { gone }: Pick<Exchange, 'gone'>,
  request: ServerContext['mcpReq'],
  seconds?: number,
): WaitLimit {
  const token = request._meta?.progressToken;
  const usual = token === undefined ? usualSeconds : withProgressSeconds;
  return {
    ms: (seconds ?? usual) * 1_000,
    // In a session, a request continues when its connection has broken off: what nobody gets does not count as fetched.
    signal: AbortSignal.any([request.signal, gone]),
    ...(token === undefined
      ? {}
      : {
          onTick(waitedMs: number, { asked }: AffordanceCallView) {
            const progress = Math.round(waitedMs / 1_000);
            const message = asked === null ? 'The service works on it' : 'Waiting for a person';
            request
              .notify({
                method: 'notifications/progress',
                params: { progressToken: token, progress, message },
              })
              // The client has disconnected; its request ends by its signal.
              .catch(() => {});
          },
        }),
  };
}
