const scheme = /^[a-z][a-z0-9+.-]*:/i;

/** A reference seen from a base (RFC 3986 section 5.2), without its fragment; a reference with a scheme is absolute. */
export function resolveUri(base: string, reference: string): string {
  if (scheme.test(reference)) return reference;
  const [, head = '', authority = '', path = ''] =
    /^([a-z][a-z0-9+.-]*:)?(\/\/[^/?#]*)?([^?#]*)/i.exec(base) ?? [];
  if (reference.startsWith('//')) return head + reference;
  if (reference.startsWith('/')) return head + authority + withoutDots(reference);
  return head + authority + withoutDots(path.slice(0, path.lastIndexOf('/') + 1) + reference);
}

function withoutDots(path: string): string {
  const kept: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') kept.pop();
    else if (part !== '.') kept.push(part);
  }
  return kept.join('/');
}
