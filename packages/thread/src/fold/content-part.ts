import type { Output } from '@countersign/hai/event';
import { isObject } from '@countersign/json/json-object';

const media = ['image', 'audio', 'video'];
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** A content part of an AG-UI message that is no text, as the output that shows it. */
export function contentOutput(part: Record<string, unknown>): Output {
  const type = textOf(part['type']) ?? 'json';
  const { source } = part;
  if (isObject(source) && (media.includes(type) || type === 'document')) {
    const from = source['type'] === 'url' ? 'url' : 'base64';
    return shown(type, part, { [from]: source['value'], mimeType: source['mimeType'] });
  }
  if (type !== 'binary') return { ...part, type };
  const mimeType = textOf(part['mimeType']) ?? '';
  const { data, url } = part;
  return shown(mimeType.split('/')[0] ?? '', part, {
    mimeType,
    ...(data === undefined ? {} : { base64: data }),
    ...(url === undefined ? {} : { url }),
  });
}

function shown(
  kind: string,
  part: Record<string, unknown>,
  where: Record<string, unknown>,
): Output {
  const metadata = isObject(part['metadata']) ? part['metadata'] : {};
  const name = textOf(metadata['filename']) ?? textOf(part['filename']);
  return {
    type: media.includes(kind) ? kind : 'file',
    ...where,
    ...(name === null ? {} : { name }),
  };
}
