import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { readA2aPart } from './a2a-parts.ts';
import { type Loss, unreadMembers } from './losses.ts';
import { type RelayCall, type RelayPart, RelayRefusal } from './neutral.ts';
import { say } from './relay-statements.ts';
import { objectsOf, textOrNull, textsOf } from './relay-values.ts';

/** Where the metadata of a message names a skill. */
const skillKey = 'skillId';
/** Where it names the question that it answers. */
const questionKey = 'questionId';

/** A method of JSON-RPC and its parameters. */
export interface A2aCall {
  method: string;
  params: JsonObject;
}

/**
 * Reads a call of A2A 0.3.0 over JSON-RPC.
 *
 * @param agent The agent whose address was called: A2A has one address per agent.
 * @throws {RelayRefusal} for methods that have no neutral form, and for missing parameters.
 */
export function readA2aCall({ method, params }: A2aCall, agent: string): RelayCall {
  if (method === 'message/send' || method === 'message/stream') {
    return readSending(params, { agent, streams: method === 'message/stream' });
  }
  if (method.startsWith('tasks/pushNotificationConfig/')) {
    throw new RelayRefusal('push-unsupported', say('relay.no-push'));
  }
  if (method === 'agent/getAuthenticatedExtendedCard') {
    throw new RelayRefusal('no-extended-card', say('relay.no-extended-card'));
  }
  const taskId = textOrNull(params, 'id');
  if (method === 'tasks/get' || method === 'tasks/cancel') {
    if (taskId === null) throw new RelayRefusal('bad-params', say('relay.no-task-id'));
    if (method === 'tasks/cancel') return { do: 'cancel', agent, taskId };
    const length = memberOf(params, 'historyLength');
    return { do: 'read', agent, taskId, historyLength: typeof length === 'number' ? length : null };
  }
  throw new RelayRefusal('unknown-method', say('relay.method', { method: method.slice(0, 100) }));
}

function readSending(
  params: JsonObject,
  { agent, streams }: { agent: string; streams: boolean },
): RelayCall {
  const { message, configuration } = params;
  if (!isObject(message)) throw new RelayRefusal('bad-params', say('relay.no-message'));
  const blocks = memberOf(configuration, 'blocking') !== false;
  const sending = {
    agent,
    parts: readA2aParts(message),
    messageId: textOrNull(message, 'messageId'),
    contextId: textOrNull(message, 'contextId'),
    mode: streams ? ('stream' as const) : blocks ? ('sync' as const) : ('async' as const),
    acceptedTypes: textsOf(configuration, 'acceptedOutputModes'),
    skill: textOrNull(message['metadata'], skillKey),
    ...lostOf(params),
  };
  const taskId = textOrNull(message, 'taskId');
  if (taskId === null) return { do: 'start', ...sending };
  const questionId = textOrNull(message['metadata'], questionKey);
  return { do: 'resume', taskId, ...sending, questionId };
}

const readMembers = {
  params: ['message', 'configuration'],
  configuration: ['blocking', 'acceptedOutputModes', 'historyLength', 'returnImmediately'],
  message: ['kind', 'messageId', 'role', 'parts', 'contextId', 'taskId', 'metadata'],
};

/** What a message says that is not read. */
function lostOf(params: JsonObject): { lost?: Loss[] } {
  const { message, configuration } = params;
  const metadata = memberOf(message, 'metadata');
  const lost = [
    ...unreadMembers(message, { at: 'message.', known: readMembers.message }),
    ...unreadMembers(metadata, { at: 'message.metadata.', known: [skillKey, questionKey] }),
    ...unreadMembers(configuration, { at: 'configuration.', known: readMembers.configuration }),
    ...unreadMembers(params, { at: '', known: readMembers.params }),
  ];
  return lost.length === 0 ? {} : { lost };
}

/** The parts of a message or an artifact; what has no other notation is refused, not left out. */
export const readA2aParts = (value: JsonObject): RelayPart[] =>
  objectsOf(value, 'parts').map((part) => {
    const read = readA2aPart(part);
    if (read === null) throw new RelayRefusal('content-type', say('relay.part-unknown'));
    return read;
  });
