import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import type { BlockedAddressError } from '../http/address.ts';

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/** Name resolution like node:dns. */
export type Lookup = (host: string, options: LookupOptions, callback: LookupCallback) => void;

const systemLookup: Lookup = (host, options, callback) => dnsLookup(host, options, callback);

/**
 * Name resolution that checks the addresses really connected to, not the requested name: between a check and a connection a name may
 * be changed to another address (DNS rebinding).
 */
export function judgedLookup(
  objectionTo: (address: string) => BlockedAddressError | null,
  lookup: Lookup = systemLookup,
): Lookup {
  return (host, options, callback) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, '');
      const addresses = typeof found === 'string' ? [] : found;
      for (const { address } of addresses) {
        const objection = objectionTo(address);
        if (objection !== null) return callback(objection, '');
      }
      const first = addresses[0];
      if (options.all === true || first === undefined) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
}
