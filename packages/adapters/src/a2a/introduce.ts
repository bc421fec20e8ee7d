import { isObject } from '@countersign/json/json-object';
import { say } from '../agent-statements.ts';
import type { Introducing, Introduction } from '../protocol/agent-protocol.ts';
import { StatedError } from '../protocol/stated-error.ts';
import type { Transport } from '../protocol/wire.ts';
import { introductionOf, namesAddress } from './card.ts';
import { webUrl } from './web-url.ts';

/** A card beyond this size is refused. */
const maxCardBytes = 500_000;

/** A URL may have any number of parts; so many paths above it are asked, and its host. */
const maxAbove = 4;

/** Where a card may be. `isAbove`: others may have theirs there. */
interface CardPlace {
  url: string;
  isAbove: boolean;
}

/** At the URL itself, and at the well-known paths of both versions below it, below the paths above it, and below its host. */
export function cardPlaces(agentUrl: string): CardPlace[] {
  const url = webUrl(agentUrl);
  if (url === null) return [];
  const own = url.pathname.replace(/\/+$/, '');
  const isCard = /\.json$/i.test(own);
  const parts = own.split('/');
  const above = parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
  const bases = [own, ...above.reverse().slice(0, maxAbove), ''];
  const known = ['agent-card.json', 'agent.json'].flatMap((name) =>
    [...new Set(bases)].map((base) => ({
      url: `${url.origin}${base}/.well-known/${name}`,
      isAbove: base !== own,
    })),
  );
  return isCard ? [{ url: url.href, isAbove: false }, ...known] : known;
}

/**
 * Reads the agent card: the one that was registered, or else the one at its address. Several agents may be on one host: a card above the
 * given address is of this agent only if it names it. Rejects with the first refusal if there is none, and if it cannot be used.
 */
export async function introduce(agent: Introducing, transport: Transport): Promise<Introduction> {
  if (agent.card !== undefined) return introductionOf(agent.card, agent, agent.url);
  let refusal: Error | null = null;
  let ofAnother: Error | null = null;
  for (const { url, isAbove } of cardPlaces(agent.url)) {
    const reply = await transport.call({
      method: 'GET',
      url,
      headers: { accept: 'application/json', 'a2a-version': '1.0' },
    });
    if (reply.status < 200 || reply.status > 299) {
      refusal ??= await reply.failure();
      // A card that is only for known callers is nowhere else.
      if (reply.status === 401 || reply.status === 403) throw refusal;
      continue;
    }
    const text = await reply.text(maxCardBytes + 1);
    if (text.length > maxCardBytes) throw new StatedError(say('card.too-large', { url }));
    const card = parsed(text);
    // A console at the same host answers every path with its page.
    if (card === null) {
      refusal ??= new StatedError(say('card.not-a-card', { url }));
    } else if (isAbove && !namesAddress(card, url, agent.url)) {
      ofAnother ??= new StatedError(say('card.of-another', { url, given: agent.url }));
    } else return introductionOf(card, agent, url);
  }
  throw ofAnother ?? refusal ?? new StatedError(say('card.none'));
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && (typeof value['name'] === 'string' || 'url' in value) ? value : null;
  } catch {
    // Not JSON, so no card.
    return null;
  }
}
