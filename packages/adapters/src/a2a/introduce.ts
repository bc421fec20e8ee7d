import { isObject } from '@countersign/json/json-object';
import { say } from '../agent-statements.ts';
import type { Introducing, Introduction } from '../protocol/agent-protocol.ts';
import { StatedError } from '../protocol/stated-error.ts';
import type { Transport } from '../protocol/wire.ts';
import { introductionOf } from './card.ts';
import { webUrl } from './web-url.ts';

/** A card beyond this size is refused. */
const maxCardBytes = 500_000;

/** Where a card may be: at the URL itself, and at the well-known paths of both versions below it and below its host. */
export function cardUrls(agentUrl: string): string[] {
  const url = webUrl(agentUrl);
  if (url === null) return [];
  const below = url.pathname.replace(/\/+$/, '');
  const bases = below === '' ? [''] : [below, ''];
  const names = ['agent-card.json', 'agent.json'];
  const known = names.flatMap((name) =>
    bases.map((base) => `${url.origin}${base}/.well-known/${name}`),
  );
  return /\.json$/i.test(below) ? [url.href, ...known] : known;
}

/** Reads the agent card. Rejects with the first refusal if there is none, and if it cannot be used. */
export async function introduce(agent: Introducing, transport: Transport): Promise<Introduction> {
  let refusal: Error | null = null;
  for (const url of cardUrls(agent.url)) {
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
    if (card !== null) return introductionOf(card, agent, url);
    refusal ??= new StatedError(say('card.not-a-card', { url }));
  }
  throw refusal ?? new StatedError(say('card.none'));
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
