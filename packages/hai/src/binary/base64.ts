const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Bytes in Base64 (RFC 4648), the form that HAI uses for media in JSON. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at;
    const three = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    text += digits.charAt(three >> 18) + digits.charAt((three >> 12) & 63);
    text += left > 1 ? digits.charAt((three >> 6) & 63) : '=';
    text += left > 2 ? digits.charAt(three & 63) : '=';
  }
  return text;
}
