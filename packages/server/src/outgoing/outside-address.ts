import { say } from '@countersign/api/statements';
import type { WrittenStatement } from '@countersign/json/statement';
import { BlockedAddressError, isInside, isNeverCalled } from '../http/address.ts';

/** Decides where this server may connect to: the public internet, and explicitly allowed hosts. */
export interface OutsideAddresses {
  /** Why a URL is not called, or null. A name is checked again when it is resolved. */
  objectionToUrl(url: string): WrittenStatement | null;
  /** The same for an address that a URL's host leads to. */
  objectionToAddress(url: URL, address: string): BlockedAddressError | null;
}

const defaultPorts: Record<string, string> = { 'http:': '80', 'https:': '443' };

/** `allowed`: hosts that may be on a private network, as `host` or `host:port`. Link-local addresses are never called. */
export function createOutsideAddresses(allowed: readonly string[]): OutsideAddresses {
  const names = new Set(allowed.map((name) => name.trim().toLowerCase()));
  const isAllowed = (url: URL) => {
    const port = url.port || (defaultPorts[url.protocol] ?? '');
    return names.has(url.hostname) || names.has(`${url.hostname}:${port}`);
  };
  const objectionToAddress: OutsideAddresses['objectionToAddress'] = (url, address) => {
    if (isNeverCalled(address)) {
      return new BlockedAddressError(say('url.link-local', { host: url.hostname }));
    }
    return isInside(address) && !isAllowed(url)
      ? new BlockedAddressError(say('url.private', { host: url.hostname }))
      : null;
  };
  return {
    objectionToAddress,
    objectionToUrl(text) {
      let url: URL;
      try {
        url = new URL(text);
      } catch {
        return say('url.not-a-url');
      }
      if (defaultPorts[url.protocol] === undefined) return say('url.http-only-called');
      if (url.username !== '' || url.password !== '') {
        return say('url.credentials-not-called');
      }
      return objectionToAddress(url, url.hostname)?.said ?? null;
    },
  };
}
