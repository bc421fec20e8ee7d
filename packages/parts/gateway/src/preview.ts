import { a2aNotated } from '@countersign/adapters/relay/a2a-notation';
import { readAcpCall } from '@countersign/adapters/relay/acp-calls';
import { readMcpCall } from '@countersign/adapters/relay/mcp-calls';
import { type RelayCall, RelayRefusal } from '@countersign/adapters/relay/neutral';
import { say } from '@countersign/adapters/relay/relay-statements';
import { readRunCall } from '@countersign/adapters/relay/run-calls';
import type { CallPreview, previewGatewayCallSchema } from '@countersign/api/gateway';
import type { Operator } from '@countersign/api/operator';
import { runAgentInputSchema } from '@countersign/hai/run-input';
import { isObject } from '@countersign/json/json-object';
import { maskedInput } from '@countersign/part-desk/relayed/sent-masks';
import { attachedFrom, withNames } from '@countersign/part-desk/tasks/attached';
import { AgentFailure } from '@countersign/server/http/transport-errors';
import type { z } from 'zod';
import type { GatewayDeps } from './calling.ts';
import { refusalOf } from './gateway.ts';
import type { CallPath, Paths } from './paths.ts';
import { lostByMask } from './relay-masking.ts';
import { maskedTowards } from './route-masking.ts';
import { calledAgent } from './tasks/begin-task.ts';
import { taskContentOf } from './tasks/task-content.ts';

/** A request as pasted by an operator, and the service it is for. */
export type AskedCall = z.infer<typeof previewGatewayCallSchema>;

type PreviewDeps = Pick<
  GatewayDeps,
  'runInputs' | 'protocols' | 'createId' | 'introductions' | 'registry'
>;

/** How long the card of an agent is waited for. */
const cardMs = 5_000;

/** What a call of an operator would become. Nothing of it is sent, stored or counted; the card of its agent is read, if none was registered. */
export async function previewCall(
  { paths, ...deps }: PreviewDeps & { paths: Paths },
  caller: Operator,
  asked: AskedCall,
): Promise<CallPreview> {
  const preview: CallPreview = {
    ...{ connection: 'unsupported', refusal: null, refusalStatement: null, route: null },
    ...{ policy: null, call: null, sent: null, lost: [] },
  };
  try {
    const call = readCall(asked);
    preview.call = shownCall(call);
    const path = await paths.find(caller, asked.protocol, asked.service);
    preview.connection = path.connection.mode;
    preview.route = path.route.name;
    preview.policy = path.policy;
    if (call.do !== 'start' && call.do !== 'resume') return preview;
    const { value, lost } = taskContentOf(call, path.target.protocol);
    const mask = maskedTowards(caller, path);
    preview.lost = [...lost, ...lostByMask(mask, value)];
    preview.sent = await sentTo(deps, { caller, path, isMasked: mask.includes('agent') }, value);
  } catch (error) {
    const refusal = error instanceof AgentFailure ? refusalBy(error) : refusalOf(error);
    if (refusal === null) throw error;
    preview.refusal = refusal.message;
    preview.refusalStatement = refusal.statement;
  }
  return preview;
}

/** Why an agent that could not be asked what it is will not be called. */
const refusalBy = ({ said }: AgentFailure) => ({ message: said.text, statement: said.statement });

/** A call without what its request says besides: that is shown as lost. */
function shownCall(call: RelayCall): unknown {
  const { lost: _, ...shown } = { lost: undefined, ...call };
  return shown;
}

/**
 * A request in the protocol of its caller as a call.
 *
 * @param taskId The task of the conversation that a run belongs to; null = it starts one.
 * @throws {RelayRefusal} if it is no request of the protocol.
 */
export function readCall(
  { protocol, service, request }: AskedCall,
  taskId: string | null = null,
): RelayCall {
  const { method, params, name, path, body } = request;
  switch (protocol) {
    case 'a2a':
      return a2aNotated(String(method)).read(
        { method: String(method), params: isObject(params) ? params : {} },
        service,
      );
    case 'mcp': {
      // Also the whole request, as it is on the wire.
      const tool = isObject(params) ? params : { name, arguments: request['arguments'] };
      const given = isObject(tool['arguments']) ? tool['arguments'] : {};
      return readMcpCall({ name: String(tool['name']), arguments: { agent: service, ...given } });
    }
    case 'hai':
    case 'ag-ui': {
      const read = runAgentInputSchema.safeParse(request);
      if (!read.success) throw new RelayRefusal('bad-params', say('relay.no-run-input'));
      return readRunCall(read.data, { agent: service, taskId });
    }
    case 'acp':
      return readAcpCall(
        {
          method: method === 'GET' ? 'GET' : 'POST',
          path: String(path),
          ...(isObject(body) ? { body } : {}),
        },
        () => service,
      );
  }
}

const noMessages = async () => [];
const noTitle = async () => null;

async function sentTo(
  { runInputs, protocols, createId, introductions, registry }: PreviewDeps,
  { caller, path, isMasked }: { caller: Operator; path: CallPath; isMasked: boolean },
  { content, input, files }: ReturnType<typeof taskContentOf>['value'],
): Promise<CallPreview['sent']> {
  const { target } = path;
  const agent = await calledAgent({ registry }, path);
  const protocol = protocols.of(target.protocol);
  if (protocol === undefined || protocol === null) return null;
  const description = protocol.describe();
  // As a run does. A session with tools, which a preview does not open, has nothing that is needed here.
  const introduction =
    protocol.inServer === true
      ? undefined
      : await introductions.of(agent, protocol, AbortSignal.timeout(cardMs));
  const fileTypes = introduction?.card.inputModes ?? [];
  const receiving = { description, fileTypes, messagesOf: noMessages, titleOf: noTitle };
  const attached = await attachedFrom(files, receiving);
  const written = await runInputs.first({
    ...{
      agentId: target.id,
      caller: caller.id,
      threadId: createId(),
      messageId: createId(),
      input,
      attached,
    },
    content: withNames(content, attached.names),
  });
  const first = isMasked ? maskedInput(written).value : written;
  // Calls of tools are made in a session, which a preview does not open.
  if (protocol.inServer === true) {
    return {
      protocol: target.protocol,
      url: target.url,
      method: 'tools/call',
      body: first.forwardedProps?.['input'] ?? null,
    };
  }
  const { url, method, body } = protocol.start({ ...agent, introduction }, first);
  return { protocol: target.protocol, url, method, body };
}
