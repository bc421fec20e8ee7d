import { writeAcpMessage } from '@countersign/adapters/relay/acp-runs';
import { type RelayMessage, RelayRefusal } from '@countersign/adapters/relay/neutral';
import { say } from '@countersign/adapters/relay/relay-statements';
import type { JsonObject } from '@countersign/json/json-object';
import { slug } from '@countersign/uap/profile/acp-manifest';
import type { Calling, TaskPlace } from '../calling.ts';
import type { Gateway } from '../gateway.ts';
import { maxHistory } from '../tasks/task-history.ts';
import { createRunWriter } from './acp-writers.ts';

/** What a client of ACP reads of its runs and sessions, besides a run itself; null = the path is another one. */
export async function readAcp(
  gateway: Gateway,
  calling: Calling,
  { path, base }: { path: string; base: string },
): Promise<JsonObject | null> {
  const [, kind, id = '', member = '', messageId] = path.split('/').map(decoded);
  if ((kind === 'session' || kind === 'sessions') && id !== '' && member === '') {
    return sessionOf(gateway, calling, { id, base });
  }
  if (kind !== 'runs' || (member !== 'events' && member !== 'messages')) return null;
  const agent = await gateway.agentOf(calling, id);
  if (agent === null) throw new RelayRefusal('task-not-found', say('relay.no-run'));
  const place = { agent, taskId: id };
  if (member === 'events') return { events: await eventsOf(gateway, calling, place) };
  const message = (await messagesOf(gateway, calling, place)).find((one) => one.id === messageId);
  if (message === undefined) throw new RelayRefusal('task-not-found', say('relay.no-message-here'));
  return writtenMessage(place, message);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new RelayRefusal('bad-request', say('relay.path-encoding'));
  }
}

/** What a run has emitted until now. */
async function eventsOf(
  gateway: Gateway,
  calling: Calling,
  place: TaskPlace,
): Promise<JsonObject[]> {
  const { task, events } = await gateway.readWithEvents(calling, place);
  const write = createRunWriter(task);
  return events.flatMap((event) => write(event).value);
}

/** The messages of a run: what it was sent, what was asked and is open no more, and what its agent returns. */
async function messagesOf(
  gateway: Gateway,
  calling: Calling,
  place: TaskPlace,
): Promise<RelayMessage[]> {
  const { taskId, agent } = place;
  const history = await gateway.history(calling, place, maxHistory);
  const { output } = await gateway.call(calling, {
    ...{ do: 'read', agent, taskId, historyLength: null },
  });
  return [...history, ...output.map(({ id, parts }) => ({ id, role: 'agent' as const, parts }))];
}

const writtenMessage = ({ agent }: TaskPlace, { role, parts }: RelayMessage): JsonObject =>
  writeAcpMessage(role === 'user' ? 'user' : `agent/${slug(agent)}`, null, parts).value;

/** A session of a caller: the addresses of the messages of its newest runs. */
async function sessionOf(
  gateway: Gateway,
  calling: Calling,
  { id, base }: { id: string; base: string },
): Promise<JsonObject> {
  const { places, isCut } = await gateway.inSession(calling, id);
  if (places.length === 0) throw new RelayRefusal('task-not-found', say('relay.no-session'));
  const history: string[] = [];
  for (const place of places) {
    const at = `${base}/runs/${encodeURIComponent(place.taskId)}/messages/`;
    for (const { id: messageId } of await messagesOf(gateway, calling, place)) {
      history.push(`${at}${encodeURIComponent(messageId)}`);
    }
  }
  // The protocol has no pages of a session: a member of our own says that it is not whole.
  return { id, history, ...(isCut ? { history_cut: true } : {}) };
}
