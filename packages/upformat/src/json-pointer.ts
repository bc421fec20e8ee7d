/** The JSON Pointer (RFC 6901) of a path; `''` is the whole document. */
export const pointerOf = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Whether a text has the form of a JSON Pointer. */
export const isPointer = (text: string): boolean => /^(?:\/(?:[^~/]|~[01])*)*$/.test(text);

/** The reference tokens of a JSON Pointer, unescaped; `''` gives none. */
export const tokensOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
