import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIP } from 'node:net';

const linkLocal = new BlockList();
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4');
linkLocal.addSubnet('fe80::', 10, 'ipv6');

/** An agent's address that this server will not connect to. */
export class BlockedAddressError extends Error {
  readonly code = 'EBLOCKED';
  constructor(address: string) {
    super(`The address ${address} is link-local; agents are not reached there.`);
    this.name = 'BlockedAddressError';
  }
}

const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Link-local addresses are where clouds keep their credentials: never an agent (SSRF). */
export function isBlockedAddress(address: string): boolean {
  const mapped = mappedIpv4.exec(address)?.[1];
  if (mapped !== undefined) return linkLocal.check(mapped, 'ipv4');
  const family = isIP(address);
  return family !== 0 && linkLocal.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** Why a URL cannot be an agent's, or null. Names are judged when they are connected to. */
export function objectionToUrl(url: string): string | null {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return 'This is not a URL.';
  }
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') {
    return 'Only http and https URLs can be agents.';
  }
  const host = parsed.hostname.replace(/^\[|\]$/g, '');
  return isBlockedAddress(host) ? new BlockedAddressError(host).message : null;
}

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/** Name resolution that judges the address really connected to, not the name that was asked for. */
export function guardedLookup(
  host: string,
  options: LookupOptions,
  callback: LookupCallback,
): void {
  dnsLookup(host, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, '');
    const blocked = addresses.find((entry) => isBlockedAddress(entry.address));
    if (blocked !== undefined) return callback(new BlockedAddressError(blocked.address), '');
    const first = addresses[0];
    if (options.all === true || first === undefined) return callback(null, addresses);
    callback(null, first.address, first.family);
  });
}
