import { type Attachment, attachmentLimits } from '@countersign/api/attachment';
import { attachText as words } from '../../text/texts.ts';

export type ReadAttachment = { ok: true; attachment: Attachment } | { ok: false; fault: string };

/** Bytes of a file that is no text. */
const maxFileBytes = Math.floor((attachmentLimits.dataChars / 4) * 3);

/** A file as an attachment: its text if it is one, else its bytes. `takesFiles`: the agent takes more than text. */
export async function readAttachment(file: File, takesFiles: boolean): Promise<ReadAttachment> {
  const { name } = file;
  const tooLarge = {
    ok: false as const,
    fault: words.tooLarge(name, Math.floor(maxFileBytes / 1_000)),
  };
  if (file.size > maxFileBytes) return tooLarge;
  if (file.size === 0) return { ok: false, fault: words.empty(name) };
  // The file may have been moved or locked since it was picked.
  const read = await file.arrayBuffer().catch(() => null);
  if (read === null) return { ok: false, fault: words.unreadable(name) };
  const bytes = new Uint8Array(read);
  const text = textIn(bytes);
  if (text !== null) return textAttachment(name, text);
  if (!takesFiles) return { ok: false, fault: words.notText(name) };
  const mediaType = /^[\w.+-]+\/[\w.+-]+$/.test(file.type) ? file.type : 'application/octet-stream';
  return { ok: true, attachment: { kind: 'file', name, mediaType, data: base64(bytes) } };
}

/** A text as an attachment. */
export function textAttachment(name: string, text: string): ReadAttachment {
  if (text.trim() === '') return { ok: false, fault: words.empty(name) };
  const { textChars } = attachmentLimits;
  if (text.length > textChars) return { ok: false, fault: words.tooLong(name, textChars) };
  return { ok: true, attachment: { kind: 'text', name: name.slice(0, 200), text } };
}

/** Null = it is no text. */
function textIn(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function base64(bytes: Uint8Array): string {
  let binary = '';
  for (let from = 0; from < bytes.length; from += 8_192) {
    binary += String.fromCharCode(...bytes.subarray(from, from + 8_192));
  }
  return btoa(binary);
}
