import { safeLink } from '../../../ui/markdown/safe-link.ts';

export type MediaKind = 'image' | 'audio' | 'video' | 'file';
export type Media =
  /** Safe to draw: the bytes are embedded in the message. */
  | { show: 'inline'; source: string; name: string }
  /** Embedded bytes, to be saved, never drawn. */
  | { show: 'download'; source: string; name: string }
  /** On another host: only opened on request. */
  | { show: 'remote'; href: string; host: string; name: string }
  | { show: 'refused'; name: string; reason: 'address' | 'size' };

/** No SVG: it is a document, not a picture. */
const drawable: Record<MediaKind, RegExp> = {
  image: /^image\/(png|jpeg|gif|webp|avif)$/,
  audio: /^audio\/(mpeg|mp4|ogg|wav|webm|aac|flac)$/,
  video: /^video\/(mp4|webm|ogg)$/,
  file: /^(?!)$/,
};
const MAX_CHARS = 12_000_000;
const dataUrl =
  /^data:([a-z0-9.+-]+\/[a-z0-9.+-]+)(?:;[a-z0-9=._-]+)*;base64,([A-Za-z0-9+/=\s]*)$/i;

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** What an image, audio, video or file output may become on screen. Nothing is fetched without a press. */
export function mediaOf(kind: MediaKind, data: Readonly<Record<string, unknown>>): Media {
  const name = textOf(data['name']).replace(/[\\/]/g, '_').slice(0, 200);
  const url = textOf(data['url']);
  const match = url.length <= MAX_CHARS ? dataUrl.exec(url) : null;
  const base64 = textOf(data['base64']) || match?.[2] || '';
  if (Math.max(base64.length, url.length) > MAX_CHARS)
    return { show: 'refused', name, reason: 'size' };
  if (base64 !== '') {
    const type = (match?.[1] ?? textOf(data['mimeType'])).toLowerCase();
    if (!/^[A-Za-z0-9+/=\s]*$/.test(base64)) return { show: 'refused', name, reason: 'address' };
    if (drawable[kind].test(type))
      return { show: 'inline', source: `data:${type};base64,${base64}`, name };
    return { show: 'download', source: `data:application/octet-stream;base64,${base64}`, name };
  }
  const link = safeLink(url);
  if (!link?.href.startsWith('http')) return { show: 'refused', name, reason: 'address' };
  return { show: 'remote', href: link.href, host: link.host, name };
}
