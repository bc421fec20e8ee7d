import { canonicalJson } from '@countersign/json/canonical-json';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Signifier } from '../model/signifier.ts';
import type { BuiltRequest } from './place-arguments.ts';

/** The ids with which a request is shown and approved: each call that is sent has its own. */
export const shownIds = { request: 1, message: '00000000-0000-4000-8000-000000000000' } as const;

/**
 * SHA-256 (hex) of what a person approves: the request with `shownIds`, and what the service said when it was shown. Secrets are not in
 * it: they are added last.
 */
export const requestDigest = (
  { id, sourceHash }: Pick<Signifier, 'id' | 'sourceHash'>,
  request: BuiltRequest,
): string => bytesToHex(sha256(utf8ToBytes(canonicalJson({ id, sourceHash, request }))));

/** The request as text: the first line, the headers, the body. `secrets`: names of headers that are added when it is sent. */
export function requestText(request: BuiltRequest, secrets: readonly string[]): string {
  const headers = [
    ...request.headers.map(({ name, value }) => `${name}: ${value}`),
    ...secrets.map((name) => `${name}: [secret]`),
  ];
  const body = request.body === null ? [] : ['', request.body];
  return [`${request.method} ${request.url}`, ...headers, ...body].join('\n');
}
