import { utf8ToBytes } from '@noble/hashes/utils.js';

const plain = /^(?! )(?!=\?base64\?.*\?=$)[\t\x20-\x7e]+(?<![\t ])$/;

/**
 * A text as the value of a header of MCP: unchanged if it is printable ASCII, otherwise its UTF-8 in base 64 between marks.
 * Source: MCP 2026-07-28, streamable HTTP, encoding of header values.
 */
export const headerText = (text: string): string =>
  plain.test(text) ? text : `=?base64?${base64(utf8ToBytes(text))}?=`;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function base64(bytes: Uint8Array): string {
  let encoded = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second, third] = bytes.subarray(at, at + 3);
    const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    encoded += alphabet.charAt(bits >> 18) + alphabet.charAt((bits >> 12) & 63);
    encoded += second === undefined ? '=' : alphabet.charAt((bits >> 6) & 63);
    encoded += third === undefined ? '=' : alphabet.charAt(bits & 63);
  }
  return encoded;
}
