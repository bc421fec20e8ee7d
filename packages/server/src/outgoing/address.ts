import { say } from '@countersign/api/statements';
import type { WrittenStatement } from '@countersign/json/statement';
import { BlockedAddressError, isNeverCalled } from '../http/address.ts';
import { judgedLookup } from './judged-lookup.ts';

const objectionTo = (address: string) =>
  isNeverCalled(address) ? new BlockedAddressError(say('url.link-local', { host: address })) : null;

/** Why a URL cannot be an agent's, or null. Local ones are allowed; names are checked when they are connected to. */
export function objectionToUrl(url: string): WrittenStatement | null {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return say('url.not-a-url');
  }
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') {
    return say('url.http-only');
  }
  if (parsed.username !== '' || parsed.password !== '') {
    return say('url.no-credentials');
  }
  return objectionTo(parsed.hostname.replace(/^\[|\]$/g, ''))?.said ?? null;
}

/** Link-local addresses are where clouds keep their credentials: never an agent (SSRF). */
export const guardedLookup = judgedLookup(objectionTo);
