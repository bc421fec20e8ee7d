/** Characters of one slice: a few milliseconds, even of the smallest events. */
export const sliceChars = 16_384;

/** A text in slices that are no longer than that; none when it is empty. */
export function* slicesOf(text: string, chars = sliceChars): Generator<string> {
  for (let at = 0; at < text.length; at += chars) yield text.slice(at, at + chars);
}
