import { isObject } from '@countersign/json/json-object';
import type { WrittenStatement } from '@countersign/json/statement';
import { wellFormedText } from '@countersign/json/well-formed-text';
import { isReservedSender } from './agent-descriptor.ts';
import { customName, type HaiEvent } from './event.ts';
import { say } from './statements.ts';

const prefix = 'relayed:';
/** Names are shown in lists: a longer string is not accepted as a name. */
const maxNameChars = 200;

/** The sender of an event, from its connection and the agent's `metadata`. */
export interface Sender {
  /** The connection's id; of a relayed event, {@link relayedId}. */
  id: string;
  /** The name that the connection acts for; null = itself. A claim, never a registered agent. */
  relayedFor: string | null;
  /** The run of the sender it acts for. */
  sourceRun: string | null;
  /** A reserved name, of the server or a person. The event is attributed to the connection. */
  refused: string | null;
}

/**
 * The id of a sender that an agent acts for, `relayed:<connection>:<name>`. The id of a registered agent has no colon, so a
 * name cannot produce one, and the same name on two connections gives two ids.
 */
export const relayedId = (connection: string, name: string): string =>
  `${prefix}${connection}:${name}`;

/** The connection of an id, and the name it acts for. */
export function readSenderId(id: string): { connection: string; relayedFor: string | null } {
  const end = id.startsWith(prefix) ? id.indexOf(':', prefix.length) : -1;
  if (end === -1) return { connection: id, relayedFor: null };
  return { connection: id.slice(prefix.length, end), relayedFor: id.slice(end + 1) };
}

/** A sender named by an agent: itself, or one that it claims to act for. */
export const namedBy = (connection: string, name: string): string =>
  name === connection || name === '' ? name : relayedId(connection, name);

/** The connection identifies the agent: `metadata.agentId` names the sender it acts for, never itself. */
export function senderOf(
  metadata: Readonly<Record<string, unknown>> | null | undefined,
  connection: { agentId: string; runId: string | null },
): Sender {
  // A name is compared and listed in stores, which hold only whole characters.
  const named = isName(metadata?.['agentId']) ? wellFormedText(metadata['agentId']) : null;
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
 * The reserved name that an agent's event uses: in `metadata`, as one of the server's facts, or as the sender of a message.
 * A forwarded answer may name its author; null = none.
 */
export function refusedNameIn(
  event: HaiEvent,
  { refused }: Pick<Sender, 'refused'>,
): string | null {
  if (refused !== null || event.type !== 'CUSTOM' || isMarkedByServer(event)) return refused;
  if (event.name.startsWith('countersign.')) return event.name;
  if (event.name !== customName.upformat || !isObject(event.value)) return null;
  const { agentId, upFeedback } = event.value;
  return isName(agentId) && isReservedSender(agentId) && upFeedback === undefined ? agentId : null;
}

/** Only the server may mark an event as its own: the mark is removed from what agents send. */
export const isMarkedByServer = ({ metadata }: Pick<HaiEvent, 'metadata'>): boolean =>
  metadata?.['source'] === 'countersign';

/** The message about a refused name, the same everywhere. */
export const refusedName = (name: string): WrittenStatement => say('sender.name-refused', { name });

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= maxNameChars;
