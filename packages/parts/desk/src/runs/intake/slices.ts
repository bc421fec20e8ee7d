/** Characters of one slice: a few milliseconds, even for the smallest events. */
export const sliceChars = 16_384;

/** Splits a text into slices of at most that size; none if it is empty. */
export function* slicesOf(text: string, chars = sliceChars): Generator<string> {
  for (let at = 0; at < text.length; at += chars) yield text.slice(at, at + chars);
}
