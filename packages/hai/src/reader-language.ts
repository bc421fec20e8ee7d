import { isObject } from '@countersign/json/json-object';

const description = 'Language the operator reads (BCP 47)';

/** A language tag such as `zh-CN`. */
export const languageTag = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}$/;

/** The entry of a run's `context` that says which language the operator reads. */
export const languageEntry = (tag: string) => ({ description, value: tag });

/**
 * The language the operator reads, from the `context` of a run's input; null = not given. An agent may answer in it.
 *
 * @example languageIn(input.context) // 'zh-CN'
 */
export function languageIn(context: readonly unknown[] | undefined): string | null {
  for (const entry of context ?? []) {
    if (!isObject(entry) || entry['description'] !== description) continue;
    const { value } = entry;
    if (typeof value === 'string' && languageTag.test(value)) return value;
  }
  return null;
}

/** The context with this language in place of an earlier one; null leaves it as it is. */
export function withLanguage(
  context: readonly unknown[] | undefined,
  tag: string | null,
): unknown[] {
  const entries = [...(context ?? [])];
  if (tag === null) return entries;
  const others = entries.filter((entry) => languageIn([entry]) === null);
  return [...others, languageEntry(tag)];
}
