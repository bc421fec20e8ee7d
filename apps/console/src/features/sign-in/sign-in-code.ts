/** The one-time code in the fragment of a sign-in link, `#code=…`; null when there is none. */
export function codeOf(hash: string): string | null {
  const code = new URLSearchParams(hash.replace(/^#/, '')).get('code');
  return code === null || code.trim() === '' ? null : code.trim();
}
