const minLength = 24;
const minDifferent = 10;

/** The rule for chosen tokens, as text. */
export const tokenRule = `at least ${minLength} visible ASCII characters without spaces, ${minDifferent} of them different, and not one piece repeated`;

/** Why a text is too easily guessed, or cannot be sent, to be the administrator's token; null = it is accepted. */
export function objectionToToken(token: string): string | null {
  if (token.trim() === '') return 'is empty';
  if (/^cs_(?:ask|mcp)_/.test(token)) return 'is that of a program that asks';
  if (!/^[\x21-\x7e]+$/.test(token)) return 'holds spaces or characters that are not ASCII';
  if (token.length < minLength) return `has ${token.length} characters`;
  if (new Set(token.toLowerCase()).size < minDifferent) return 'repeats few characters';
  // A text is a repeated piece if it is found in itself, doubled, before its end.
  if ((token + token).indexOf(token, 1) < token.length) return 'is one piece repeated';
  return null;
}
