import { InputContentSchema } from '@ag-ui/core/schemas';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { pick } from './pick.ts';

const kinds = ['image', 'audio', 'video'];
const partMembers = ['type', 'id', 'text', 'source', 'metadata'];
const sourceMembers = ['type', 'value', 'mimeType'];

/**
 * A content part in AG-UI 1.0, or none: attachments of older agents (`binary`) become a part of their kind, unless the message
 * has them in the new form too; a part of an unknown kind is omitted.
 */
export function sentPart(part: unknown, beside: readonly unknown[]): JsonObject[] {
  if (!isObject(part)) return [];
  const modern = part['type'] === 'binary' ? modernOf(part) : part;
  if (modern === null) return [];
  if (modern !== part && beside.some((other) => isSameMedia(other, modern))) return [];
  const sent = pick(modern, partMembers);
  if (isObject(sent['source'])) sent['source'] = pick(sent['source'], sourceMembers);
  return InputContentSchema.safeParse(sent).success ? [sent] : [];
}

function modernOf({ mimeType, data, url, filename }: JsonObject): JsonObject | null {
  if (typeof mimeType !== 'string') return null;
  const value = data || url;
  if (typeof value !== 'string') return null;
  const kind = mimeType.split('/')[0] ?? '';
  return {
    type: kinds.includes(kind) ? kind : 'document',
    source: { type: data ? 'data' : 'url', value, mimeType },
    ...(filename ? { metadata: { filename } } : {}),
  };
}

function isSameMedia(part: unknown, modern: JsonObject): boolean {
  if (!isObject(part) || part['type'] !== modern['type'] || !isObject(part['source'])) return false;
  const { source, metadata } = modern;
  const filename = isObject(metadata) ? metadata['filename'] : undefined;
  const named = isObject(part['metadata']) ? part['metadata']['filename'] : undefined;
  return (
    isObject(source) &&
    sourceMembers.every((key) => isObject(part['source']) && part['source'][key] === source[key]) &&
    (filename === undefined || filename === named)
  );
}
