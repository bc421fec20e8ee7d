import { originName, type PromptOrigin } from '@countersign/api/origin';
import { visibleText } from './visible-text.ts';

/** Origins that the console has words of its own for; any other is called as its protocol calls it. */
const known = [
  'upformat/message',
  'ag-ui/interrupt',
  'ag-ui/tool-call',
  'hai/button',
  'hai/form',
  'upformat/unread',
  'a2a/input-required',
  'a2a/auth-required',
] as const;
export type KnownOrigin = (typeof known)[number];
type Named = Pick<PromptOrigin, 'protocol' | 'kind' | 'label'>;

/** Null = the console has no words for it. */
export const knownOrigin = (name: string): KnownOrigin | null =>
  known.find((one) => one === name) ?? null;

/** Whether it is the one of this name, which the console draws in a way of its own. */
export const isOrigin = (origin: Named, name: KnownOrigin): boolean => originName(origin) === name;

/** What an origin is called: in the words given, or as its protocol says. */
export function wordOf(origin: Named, words: Readonly<Record<KnownOrigin, string>>): string {
  const name = knownOrigin(originName(origin));
  return name === null ? visibleText(origin.label ?? origin.kind) : words[name];
}

/** Every origin that can be chosen, with its word: those known here, and those that protocols describe. */
export function originOptions(
  words: Readonly<Record<KnownOrigin, string>>,
  { described, chosen }: { described: readonly Named[]; chosen: string | undefined },
): { value: string; label: string }[] {
  const options = new Map<string, string>(known.map((name) => [name, words[name]]));
  for (const origin of described) options.set(originName(origin), wordOf(origin, words));
  if (chosen !== undefined && chosen !== '' && !options.has(chosen)) options.set(chosen, chosen);
  return [...options].map(([value, label]) => ({ value, label }));
}
