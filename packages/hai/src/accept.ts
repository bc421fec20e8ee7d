/**
 * The media ranges of an Accept header in its order, in lower case and without parameters, with their quality (0 to 1; 0 = not
 * accepted). Of a range that is named twice the higher one counts (RFC 9110, section 12.5.1).
 *
 * @example readAccept('text/*, application/json;q=0.5') // Map { 'text/*' => 1, 'application/json' => 0.5 }
 */
export function readAccept(accept: string): Map<string, number> {
  const ranges = new Map<string, number>();
  for (const one of accept.split(',')) {
    const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
    if (name === '') continue;
    const quality = parameters.map(qualityIn).find((value) => value !== null) ?? 1;
    ranges.set(name, Math.max(quality, ranges.get(name) ?? 0));
  }
  return ranges;
}

/** Null = another parameter, or not a number. */
function qualityIn(parameter: string): number | null {
  const [, digits] = /^q=([01](?:\.\d*)?)$/.exec(parameter) ?? [];
  return digits === undefined ? null : Math.min(1, Number(digits));
}
