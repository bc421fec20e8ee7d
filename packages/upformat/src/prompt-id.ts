import { sha256 } from '@noble/hashes/sha2.js';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const idBytes = 16;

/**
 * The id of the prompt that a message opens: 26 characters that need no escaping, however long and odd the ids of agents are.
 * It is opaque and must not be parsed. Journals of older releases contain ids of another form (`threadId~messageId`), so a known
 * prompt is found by its message, never by this function.
 */
export function promptIdOf(threadId: string, messageId: string): string {
  // As JSON no two pairs have one text, and a lone surrogate is escaped instead of lost.
  const text = JSON.stringify([threadId, messageId]);
  const bytes = Uint8Array.from({ length: text.length * 2 }, (_, index) => {
    const unit = text.charCodeAt(index >> 1);
    return index % 2 === 0 ? unit & 0xff : unit >> 8;
  });
  return inBase32(sha256(bytes).subarray(0, idBytes));
}

/** Crockford's base 32, in small letters. */
function inBase32(bytes: Uint8Array): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet.charAt((held >> bits) & 31);
    }
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + alphabet.charAt((held << (5 - bits)) & 31);
}
