import type { Prompt } from '@countersign/api/prompt';
import { readSenderId } from '@countersign/hai/sender';
import { senderText as words } from './texts.ts';

const mark = '↪ ';

/** A sender that an agent acts for: marked at the start, which is never cut off, because the name may be that of another agent. */
const relayedName = (name: string, by: string): string => `${mark}${words.relayed(name, by)}`;

/** Whether a name, as {@link senderName} gives it, is one that an agent acts for. */
export const isRelayedName = (name: string): boolean => name.startsWith(mark);

/** A name without the connection that relays it: `Root cause` of `↪ “Root cause”, by Radio Master`. */
export const ownName = (name: string): string =>
  (isRelayedName(name) ? /“(.*)”/s.exec(name)?.[1] : undefined) ?? name;

/** `freelancer-recommender` reads `Freelancer recommender`. */
export function readableId(id: string): string {
  const words = id.replace(/[-_.]+/g, ' ').trim();
  return words === '' ? id : words.charAt(0).toUpperCase() + words.slice(1);
}

/** The name of a speaker's id. Only the connection is looked up among the registered agents: `agentName`. */
export function senderName(id: string, agentName: (agentId: string) => string): string {
  const { connection, relayedFor } = readSenderId(id);
  return relayedFor === null
    ? agentName(id)
    : relayedName(readableId(relayedFor), agentName(connection));
}

/** The asking agent, and the name it claims to act for. */
export const askerName = ({ agentName, relayedFor }: Pick<Prompt, 'agentName' | 'relayedFor'>) =>
  // Questions in the journal of an older server do not have it.
  typeof relayedFor === 'string' ? words.asksFor(agentName, readableId(relayedFor)) : agentName;
