import { sha1 } from '@noble/hashes/legacy.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** The namespace of object identifiers (RFC 9562, section 6.6). */
const objectIds = hexToBytes('6ba7b8129dad11d180b400c04fd430c8');

/** The UUID of version 5 of a name in the namespace of object identifiers (RFC 9562, section 5.5). */
export function uuidV5(name: string): string {
  const bytes = sha1(concatBytes(objectIds, utf8ToBytes(name))).slice(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytesToHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
