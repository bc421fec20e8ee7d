/** The weight of a value other than a string, and of a box, in characters. */
const plainWeight = 8;
/** Deeper values are not visited and have the maximum weight of an event. */
const maxWalk = 200;
const unseenWeight = 1_000_000;

/** Roughly what a JSON value weighs in memory, in characters. A part used in two places counts twice. */
export function weightOf(value: unknown, level = 0): number {
  if (typeof value === 'string') return value.length + plainWeight;
  if (typeof value !== 'object' || value === null) return plainWeight;
  if (level > maxWalk) return unseenWeight;
  let weight = plainWeight;
  if (Array.isArray(value)) {
    for (const member of value) weight += weightOf(member, level + 1);
    return weight;
  }
  // Not by Object.entries: this runs for every event.
  for (const name in value) {
    if (Object.hasOwn(value, name)) {
      weight += name.length + weightOf((value as Record<string, unknown>)[name], level + 1);
    }
  }
  return weight;
}
