import { BlockedAddressError, isNeverCalled } from '../http/address.ts';
import { judgedLookup } from '../http/judged-lookup.ts';

const objectionTo = (address: string) =>
  isNeverCalled(address)
    ? new BlockedAddressError(`The address ${address} is link-local; agents are not reached there.`)
    : null;

/** Why a URL cannot be an agent's, or null. Local ones are allowed; names are checked when they are connected to. */
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
  if (parsed.username !== '' || parsed.password !== '') {
    return 'Give a name and a password as a header, not in the URL: everybody sees it.';
  }
  return objectionTo(parsed.hostname.replace(/^\[|\]$/g, ''))?.message ?? null;
}

/** Link-local addresses are where clouds keep their credentials: never an agent (SSRF). */
export const guardedLookup = judgedLookup(objectionTo);
