import { createAgUiEncoder } from '@countersign/adapters/ag-ui/encode';
import { RelayRefusal } from '@countersign/adapters/relay/neutral';
import { readRunCall } from '@countersign/adapters/relay/run-calls';
import { createRunEventWriter } from '@countersign/adapters/relay/run-events';
import type { HaiEvent } from '@countersign/hai/event';
import { type RunAgentInput, runAgentInputSchema } from '@countersign/hai/run-input';
import { encodeFrame } from '@countersign/hai/sse';
import { operatorOf } from '@countersign/server/guard/guard';
import { goneSignal } from '@countersign/server/http/gone-signal';
import type { Clock } from '@countersign/server/runtime/clock';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Calling } from '../calling.ts';
import { openEventStream } from '../event-stream.ts';
import { type Gateway, refusalOf, streamMs } from '../gateway.ts';
import { eventsOf } from '../tasks/task-events.ts';

/**
 * Serves agents of any protocol as ones of HAI or AG-UI. A conversation of the caller is a task; a run of it ends when a person is
 * asked, and the next one follows the task on.
 */
export function createRunEndpoint(
  gateway: Gateway,
  { protocol, clock }: { protocol: 'hai' | 'ag-ui'; clock: Clock },
) {
  return {
    async call(request: FastifyRequest, reply: FastifyReply, service: string) {
      const calling: Calling = { caller: operatorOf(request), protocol };
      const read = runAgentInputSchema.safeParse(request.body);
      if (!read.success) {
        const [fault] = read.error.issues;
        const where = fault === undefined ? '' : ` /${fault.path.join('/')}: ${fault.message}.`;
        return reply.code(400).send({ message: `The body is no input of a run.${where}` });
      }
      const input = read.data;
      const signal = goneSignal(reply);
      const send = encoderFor(protocol, input);
      reply.hijack();
      const out = openEventStream(reply.raw, clock);
      const say = (events: readonly HaiEvent[]) => {
        for (const value of events.flatMap(send))
          out.write(encodeFrame({ data: JSON.stringify(value) }));
      };
      const ids = { threadId: input.threadId, runId: input.runId };
      const write = createRunEventWriter(ids);
      let isBegun = false;
      try {
        const place = await begin(gateway, calling, { input, service });
        const events = eventsOf(textsIn(input));
        const options = { ms: streamMs, signal, hasWords: true };
        for await (const next of gateway.follow(calling, place, options)) {
          say(events(next).flatMap((event) => write(event).value));
          isBegun = true;
        }
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal === null) reply.log.error({ err: error }, 'A stream of the gateway failed.');
        const message = refusal?.message ?? 'The gateway failed.';
        // An error of a run is one only after its start.
        if (!isBegun) say([{ type: 'RUN_STARTED', ...ids }]);
        say([{ type: 'RUN_ERROR', message, code: refusal?.error.code ?? 'internal' }]);
      }
      out.end();
      return reply;
    },
  };
}

/** What the client has from earlier runs: it sends its whole conversation each time. */
const textsIn = ({ messages }: RunAgentInput): Map<string, string> =>
  new Map(
    messages.flatMap(({ id, role, content }) =>
      role === 'assistant' && typeof content === 'string' ? [[id, content] as const] : [],
    ),
  );

async function begin(
  gateway: Gateway,
  calling: Calling,
  { input, service }: { input: RunAgentInput; service: string },
): Promise<{ agent: string; taskId: string }> {
  const taskId = gateway.taskOf(calling, service, input.threadId);
  const isKnown = (await gateway.agentOf(calling, taskId)) === service;
  const call = readRunCall(input, { agent: service, taskId: isKnown ? taskId : null });
  if (call.do === 'list') throw new RelayRefusal('unknown-method', 'This is no run.');
  return gateway.call(calling, call);
}

function encoderFor(
  protocol: 'hai' | 'ag-ui',
  { threadId, runId }: RunAgentInput,
): (event: HaiEvent) => unknown[] {
  if (protocol === 'hai') return (event) => [event];
  const { encode } = createAgUiEncoder({ threadId, runId });
  return encode;
}
