import { type JsonObject, memberOf } from '@countersign/json/json-object';
import type { SecretNeed } from '../model/signifier.ts';
import { textIn, textsIn } from './mapped.ts';

/** What the security definitions of a thing description ask for, of the form or else of the whole thing. */
export function thingSecrets(thing: JsonObject, form: JsonObject): SecretNeed[] {
  const own = textsIn(form, 'security');
  const names = own.length > 0 ? own : textsIn(thing, 'security');
  return [...new Set(names)].flatMap((name) => {
    const definition = memberOf(thing['securityDefinitions'], name);
    const scheme = textIn(definition, 'scheme') || 'unknown';
    if (scheme === 'nosec' || scheme === 'auto') return [];
    const place = textIn(definition, 'in') || (scheme === 'apikey' ? 'query' : 'header');
    const known = place === 'header' || place === 'query' || place === 'cookie' ? place : 'other';
    const headerName = known === 'header' && scheme !== 'apikey' ? 'Authorization' : '';
    return [
      {
        scheme: scheme === 'apikey' ? 'apiKey' : scheme,
        place: known,
        name: textIn(definition, 'name') || headerName,
      } satisfies SecretNeed,
    ];
  });
}
