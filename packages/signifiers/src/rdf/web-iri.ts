/** What an IRI cannot contain (RFC 3987), as written in Turtle and in JSON-LD. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not remain.
const illegal = /[\x00-\x20<>"{}|\\^`]/g;

/** A text as an IRI: what an IRI cannot contain is written as percent-encoded bytes, the braces of templates among it. */
export const webIri = (text: string): string =>
  text.replace(
    illegal,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
