import type { UpMessage } from './message.ts';

/** A value that canonical JSON cannot carry: a lone surrogate, a number without end, a bigint, a function. */
export class CanonicalJsonError extends Error {}

const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

function text(value: string): string {
  if (loneSurrogate.test(value)) throw new CanonicalJsonError('a lone surrogate has no UTF-8 form');
  return JSON.stringify(value);
}

/**
 * JSON text with one spelling per value (RFC 8785): keys in UTF-16 order, ECMAScript numbers, no spaces.
 * Members that are undefined are left out, as JSON.stringify does.
 *
 * @throws CanonicalJsonError for what I-JSON cannot carry
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new CanonicalJsonError(`${value} is not JSON`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  }
  if (typeof value === 'object') {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, member]) => `${text(key)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  throw new CanonicalJsonError(`a ${typeof value} is not JSON`);
}

/** What a digest of a prompt covers: the whole message as it was received, so that nothing shown is outside the seal. */
export function sealedContent(message: UpMessage): UpMessage {
  return message;
}
