import { say } from '@countersign/api/statements';
import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import { commandIn } from '@countersign/hai/command-url';
import type { WrittenStatement } from '@countersign/json/statement';
import { AgentFailure } from '@countersign/server/http/transport-errors';

/** An agent as the store knows it. */
export type KnownAgent = AgentDescriptor & {
  /** Its headers were sealed with another key than this server has. */
  secretLost?: true;
};

type Addressed = Pick<AgentDescriptor, 'url' | 'headersAlsoTo'>;

/** A command has the whole command line as its origin: another one is another program. */
const originOf = (url: string): string => (commandIn(url) === null ? new URL(url).origin : url);

/** Where the headers of an agent are sent: to the origin of its URL, and to others only if listed in `headersAlsoTo`. */
export const originsOf = ({ url, headersAlsoTo = [] }: Addressed): Set<string> =>
  new Set([url, ...headersAlsoTo].map(originOf));

const isReported = (agent: Addressed, url: string) => originsOf(agent).has(originOf(url));

/** Origins to which a changed agent would send its headers, but for which they were not entered. */
export const newOrigins = (before: Addressed, after: Addressed): string[] => {
  const known = originsOf(before);
  return [...originsOf(after)].filter((origin) => !known.has(origin));
};

/** The headers that are sent to one address of an agent. Throws `AgentFailure` if they cannot be decrypted. */
export function headersTo(agent: KnownAgent, url: string): Record<string, string> {
  if (agent.secretLost === true) {
    throw new AgentFailure('secret-lost', say('call.secret-lost'));
  }
  return isReported(agent, url) ? { ...agent.headers } : {};
}

/** Added to a refusal by an address to which the agent's headers were not sent; else null. */
export function withheldNote(
  agent: KnownAgent,
  url: string,
  status: number,
): WrittenStatement | null {
  const wantsToKnow = status === 401 || status === 403;
  if (!wantsToKnow || agent.headers === undefined || isReported(agent, url)) return null;
  const [own, other] = [agent.url, url].map(originOf);
  return say('call.headers-withheld', { own: own ?? '', other: other ?? '' });
}
