import type { Transport } from '@countersign/adapters/protocol/wire';
import { AgentFailure } from '@countersign/server/http/transport-errors';
import {
  callAgent,
  discardBody,
  failureOfReply,
  limitBody,
  readText,
  refusalOf,
} from '@countersign/server/outgoing/transport';
import type { Clock } from '@countersign/server/runtime/clock';
import { headersTo, type KnownAgent, withheldNote } from './secret-headers.ts';

/** Timeouts for an agent's response, its beginning and its body, and a signal to cancel. */
export interface Line {
  signal: AbortSignal;
  timeoutMs: number;
  clock: Clock;
}

/** HTTP to one agent, with its headers where they are allowed: used by the protocols. */
export function agentTransport(agent: KnownAgent, line: Line): Transport {
  return {
    async call(request) {
      const headers = { ...request.headers, ...headersTo(agent, request.url) };
      const response = await callAgent({ ...line, ...request, headers });
      const status = response.statusCode ?? 0;
      return {
        status,
        text(maxBytes) {
          // One that sends a byte now and then would be read for ever.
          limitBody(response, line.clock, line.timeoutMs);
          return readText(response, maxBytes);
        },
        refusal: () => refusalOf(response, line.clock),
        discard: () => discardBody(response, line.clock),
        async failure() {
          const failure = await failureOfReply(response, { headers, clock: line.clock });
          const withheld = withheldNote(agent, request.url, status);
          return withheld === null ? failure : new AgentFailure(failure.code, withheld, status);
        },
      };
    },
  };
}
