import { BlockedAddressError, isInside, isNeverCalled } from './address.ts';

/** Decides where this server may connect to: the public internet, and explicitly allowed hosts. */
export interface OutsideAddresses {
  /** Why a URL is not called, as a sentence, or null. A name is checked again when it is resolved. */
  objectionToUrl(url: string): string | null;
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
      return new BlockedAddressError(
        `${url.hostname} is a link-local address: it is never called.`,
      );
    }
    return isInside(address) && !isAllowed(url)
      ? new BlockedAddressError(
          `${url.hostname} leads into a private network: it is called only where an administrator has allowed it.`,
        )
      : null;
  };
  return {
    objectionToAddress,
    objectionToUrl(text) {
      let url: URL;
      try {
        url = new URL(text);
      } catch {
        return 'This is not a URL.';
      }
      if (defaultPorts[url.protocol] === undefined) return 'Only http and https URLs are called.';
      if (url.username !== '' || url.password !== '') {
        return 'A URL with a name or a password in it is not called.';
      }
      return objectionToAddress(url, url.hostname)?.message ?? null;
    },
  };
}
