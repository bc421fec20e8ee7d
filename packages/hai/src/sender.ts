import { isObject } from '@countersign/json/json-object';
import { isReservedSender } from './agent-descriptor.ts';
import { customName, type HaiEvent } from './event.ts';

const prefix = 'relayed:';
/** Names stand in every list: what is longer than this is none. */
const maxNameChars = 200;

/** Who speaks in an event, from the connection it came on and what the agent says in `metadata`. */
export interface Sender {
  /** The connection's id; of a relayed event, {@link relayedId}. */
  id: string;
  /** The name that the connection speaks for; null = it speaks for itself. Whatever it says, it is no registered agent. */
  relayedFor: string | null;
  /** The run of the one it speaks for. */
  sourceRun: string | null;
  /** A name that no agent may speak for: the server's own, or a person's. The event is the connection's. */
  refused: string | null;
}

/**
 * The id of somebody an agent speaks for, `relayed:<connection>:<name>`. The id of a registered agent has no colon, so no name
 * can make one of it, and what two connections call by one name are two.
 */
export const relayedId = (connection: string, name: string): string =>
  `${prefix}${connection}:${name}`;

/** The connection behind an id, and whom it speaks for. */
export function readSenderId(id: string): { connection: string; relayedFor: string | null } {
  const end = id.startsWith(prefix) ? id.indexOf(':', prefix.length) : -1;
  if (end === -1) return { connection: id, relayedFor: null };
  return { connection: id.slice(prefix.length, end), relayedFor: id.slice(end + 1) };
}

/** Somebody whom an agent names, as that agent's word: itself, or one that it speaks for. */
export const namedBy = (connection: string, name: string): string =>
  name === connection || name === '' ? name : relayedId(connection, name);

/** An agent is who its connection is: `metadata.agentId` says for whom it speaks, and never who it is. */
export function senderOf(
  metadata: Readonly<Record<string, unknown>> | null | undefined,
  connection: { agentId: string; runId: string | null },
): Sender {
  const named = isName(metadata?.['agentId']) ? metadata['agentId'] : null;
  const run = metadata?.['runId'];
  const refused = named !== null && isReservedSender(named) ? named : null;
  const relayedFor =
    named === null || named === connection.agentId || refused !== null ? null : named;
  return {
    id: relayedFor === null ? connection.agentId : relayedId(connection.agentId, relayedFor),
    relayedFor,
    sourceRun: isName(run) && run !== connection.runId ? run : null,
    refused,
  };
}

/**
 * The name in an agent's event that no agent may speak in: in `metadata`, as one of the server's own facts, or as the sender of a
 * message. An answer that passes through names whom it came from; null = none.
 */
export function refusedNameIn(
  event: HaiEvent,
  { refused }: Pick<Sender, 'refused'>,
): string | null {
  if (refused !== null || event.type !== 'CUSTOM') return refused;
  if (event.name.startsWith('countersign.')) return event.name;
  if (event.name !== customName.upformat || !isObject(event.value)) return null;
  const { agentId, upFeedback } = event.value;
  return isName(agentId) && isReservedSender(agentId) && upFeedback === undefined ? agentId : null;
}

/** What is said of a name that was refused: the same words wherever it is found. */
export const refusedNameWords = (name: string): string =>
  `It spoke in the name of “${name}”, which no agent may. What it says is shown as its own.`;

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= maxNameChars;
