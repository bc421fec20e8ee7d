import { originName, type PromptOrigin } from '@countersign/api/origin';
import { type KnownOrigin, known } from './origin-names.ts';
import { visibleText } from './visible-text.ts';

type Named = Pick<PromptOrigin, 'protocol' | 'kind' | 'label'>;

/** Null = the console has no name for it. */
export const knownOrigin = (name: string): KnownOrigin | null =>
  known.find((one) => one === name) ?? null;

/** Whether it is the origin of this name, which has its own display. */
export const isOrigin = (origin: Named, name: KnownOrigin): boolean => originName(origin) === name;

/** The name of an origin: from the given texts, or from its protocol. */
export function originLabelOf(origin: Named, words: Readonly<Record<KnownOrigin, string>>): string {
  const name = knownOrigin(originName(origin));
  return name === null ? visibleText(origin.label ?? origin.kind) : words[name];
}

/** Every origin that can be chosen, with its name: the known ones, and those that protocols declare. */
export function originOptions(
  words: Readonly<Record<KnownOrigin, string>>,
  { described, chosen }: { described: readonly Named[]; chosen: string | undefined },
): { value: string; label: string }[] {
  const options = new Map<string, string>(known.map((name) => [name, words[name]]));
  for (const origin of described) options.set(originName(origin), originLabelOf(origin, words));
  if (chosen !== undefined && chosen !== '' && !options.has(chosen)) options.set(chosen, chosen);
  return [...options].map(([value, label]) => ({ value, label }));
}
