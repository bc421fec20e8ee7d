import { isObject, type JsonObject } from '@countersign/json/json-object';

const prefix = 'Attached: ';

/** The entry of a run's `context` for a text that the operator attached. */
export const attachedEntry = (name: string, text: string) => ({
  description: `${prefix}${name}`,
  value: text,
});

/** The texts that an operator attached, among the entries of a `context`. */
export const attachedIn = (context: readonly unknown[] | undefined): JsonObject[] =>
  (context ?? []).filter(
    (entry): entry is JsonObject =>
      isObject(entry) && String(entry['description']).startsWith(prefix),
  );

/** A file as a part of a message, in the form of AG-UI 1.0; `data` is Base64. */
export function filePart(file: { name: string; mediaType: string; data: string }): JsonObject {
  const [kind = ''] = file.mediaType.split('/', 1);
  return {
    type: ['image', 'audio', 'video'].includes(kind) ? kind : 'document',
    source: { type: 'data', value: file.data, mimeType: file.mediaType },
    metadata: { filename: file.name },
  };
}

/** The content of a message: words alone, or with files as further parts. */
export const contentOf = (words: string, parts: readonly JsonObject[] = []) =>
  parts.length === 0 ? words : [{ type: 'text', text: words }, ...parts];
