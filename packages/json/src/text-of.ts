/** Any JSON value as text: itself if it is one, else its JSON. Not by `String`, which an object with a member `toString` breaks. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
