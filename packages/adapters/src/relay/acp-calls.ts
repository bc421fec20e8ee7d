import { isObject, type JsonObject } from '@countersign/json/json-object';
import { lostOfAcpPart, readAcpPart } from './acp-parts.ts';
import { type Loss, lose, onceEach, unreadMembers } from './losses.ts';
import { type RelayCall, type RelayPart, RelayRefusal } from './neutral.ts';
import { say } from './relay-statements.ts';
import { objectsOf, textOrNull } from './relay-values.ts';

/** A request of ACP 0.2.0, its path without the base. */
export interface AcpCall {
  method: 'GET' | 'POST';
  path: string;
  body?: JsonObject;
}

const runPath = /^\/runs\/([^/]+)(\/cancel)?$/;

/**
 * Reads a request of an ACP client.
 *
 * @param agentOf The agent of a run, from the table of the gateway: only the first request of a run names it.
 * @throws {RelayRefusal} for other and malformed paths, and for missing members.
 */
export function readAcpCall(
  { method, path, body }: AcpCall,
  agentOf: (runId: string) => string | null,
): RelayCall {
  if (method === 'GET' && path === '/agents') return { do: 'list' };
  if (method === 'POST' && path === '/runs') {
    const agent = textOrNull(body, 'agent_name');
    if (agent === null)
      throw new RelayRefusal('bad-params', say('relay.missing', { name: 'agent_name' }));
    const parts = objectsOf(body, 'input').flatMap(readAcpParts);
    if (parts.length === 0) throw new RelayRefusal('bad-params', say('relay.input-empty'));
    const contextId = textOrNull(body, 'session_id');
    const lost = [
      ...objectsOf(body, 'input').flatMap(lostOfMessage),
      ...unreadMembers(body, { at: '', known: ['agent_name', 'input', 'session_id', 'mode'] }),
    ];
    return { do: 'start', agent, parts, contextId, ...sendingOf(body), ...named(lost) };
  }
  const [, id, cancels] = runPath.exec(path) ?? [];
  if (id === undefined) throw new RelayRefusal('unknown-method', say('relay.path'));
  const taskId = decoded(id);
  const agent = agentOf(taskId);
  if (agent === null) throw new RelayRefusal('task-not-found', say('relay.no-run'));
  if (method === 'GET' && cancels === undefined) {
    return { do: 'read', agent, taskId, historyLength: null };
  }
  if (method !== 'POST') throw new RelayRefusal('unknown-method', say('relay.path'));
  if (cancels !== undefined) return { do: 'cancel', agent, taskId };
  const answer = body?.['await_resume'];
  if (!isObject(answer))
    throw new RelayRefusal('bad-params', say('relay.missing', { name: 'await_resume' }));
  const inner = isObject(answer['message']) ? answer['message'] : answer;
  const parts = readAcpParts(inner);
  const questionId = textOrNull(answer, 'question_id');
  const lost = [
    ...lostOfMessage(inner),
    ...unreadMembers(answer, { at: 'await_resume.', known: answerMembers }),
    ...unreadMembers(body, { at: '', known: ['run_id', 'await_resume', 'mode'] }),
  ];
  return {
    ...{ do: 'resume', agent, taskId, parts, contextId: null, questionId },
    ...sendingOf(body),
    ...named(lost),
  };
}

const messageMembers = ['role', 'parts', 'created_at', 'completed_at'];
const answerMembers = ['type', 'message', 'question_id', ...messageMembers];

/** What of a message is not read; all messages of a request are read as said by its caller. */
function lostOfMessage(message: JsonObject): Loss[] {
  const role = textOrNull(message, 'role') ?? 'user';
  return [
    ...(role === 'user' ? [] : [lose('lost.member', { member: `role ${role.slice(0, 100)}` })]),
    ...objectsOf(message, 'parts').flatMap(lostOfAcpPart),
  ];
}

const named = (lost: readonly Loss[]) => (lost.length === 0 ? {} : { lost: onceEach(lost) });

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new RelayRefusal('bad-request', say('relay.path-encoding'));
  }
}

/** The parts of a message; those without content are refused, not left out. */
export const readAcpParts = (message: JsonObject): RelayPart[] =>
  objectsOf(message, 'parts').map((part) => {
    const read = readAcpPart(part);
    if (read === null) throw new RelayRefusal('content-type', say('relay.part-empty'));
    return read;
  });

const modes = ['sync', 'async', 'stream'] as const;

const sendingOf = (body: JsonObject | undefined) => ({
  mode: modes.find((mode) => mode === body?.['mode']) ?? ('sync' as const),
  messageId: null,
  acceptedTypes: [],
  skill: null,
});

export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
