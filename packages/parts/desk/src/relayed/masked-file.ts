import type { SecretMask } from '@countersign/memory/extract/mask-secrets';

const readable = /^(?:text\/|application\/(?:[\w.+-]+\+)?(?:x-nd)?jsonl?(?:;|$))/i;

/** A file in Base64 without its secrets: a text, or JSON. Any other is left as it is, and counted as not looked at. */
export function maskedFile(base64: string, mediaType: string, mask: SecretMask): string {
  const text = textOf(base64, mediaType);
  if (text === null) {
    mask.leaveFile();
    return base64;
  }
  const before = JSON.stringify(mask.counts);
  const masked = mask.content(text);
  // Without a secret it keeps every byte, also the layout of JSON.
  return JSON.stringify(mask.counts) === before ? base64 : Buffer.from(masked).toString('base64');
}

/** null = it is no text, or not in UTF-8. */
function textOf(base64: string, mediaType: string): string | null {
  if (!readable.test(mediaType)) return null;
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return decoder.decode(Buffer.from(base64, 'base64'));
  } catch {
    return null;
  }
}
