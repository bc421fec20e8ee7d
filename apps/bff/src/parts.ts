import { desk } from '@countersign/part-desk/part';
import { doors } from '@countersign/part-doors/part';
import { evidence } from '@countersign/part-evidence/part';
import { gateway } from '@countersign/part-gateway/part';
import { insights } from '@countersign/part-insights/part';
import { knowledge } from '@countersign/part-knowledge/part';
import { mcp } from '@countersign/part-mcp/part';
import { people } from '@countersign/part-people/part';
import { registry } from '@countersign/part-registry/part';
import { tools } from '@countersign/part-tools/part';
import type { ServerPart } from '@countersign/server/part';
import { inOrderOfNeeds, PartsError } from '@countersign/server/part-order';
import type { ServiceOptions } from './services/options.ts';

/** The parts of the server. The writer's thread reads this list too: what they run is loaded when they start. */
export const parts: readonly ServerPart<object, ServiceOptions>[] = [
  people,
  desk,
  evidence,
  registry,
  mcp,
  doors,
  gateway,
  knowledge,
  tools,
  insights,
];

/** Without these there is no question, nobody who answers it, and no program that asks: they are always started. */
const always = [people, desk, mcp];

/**
 * The parts that a server is started with. `named`: ids of those that are wanted beside the ones that are always there; null = all.
 *
 * @throws {PartsError} if one is not known, or needs another that is not named.
 */
export function chosenParts(
  named: readonly string[] | null,
  all = parts,
): readonly ServerPart<object, ServiceOptions>[] {
  if (named === null) return inOrderOfNeeds(all);
  const known = all.map(({ id }) => id);
  const unknown = named.find((id) => !known.includes(id));
  if (unknown !== undefined) {
    throw new PartsError(`There is no part "${unknown}". The parts are ${known.join(', ')}.`);
  }
  const ids = [...always.map(({ id }) => id), ...named];
  return inOrderOfNeeds(all.filter(({ id }) => ids.includes(id)));
}
