/** The scheme of a command line in place of a URL: `stdio:npx -y some-server`. */
export const commandScheme = 'stdio:';

const maxWords = 100;

/** The command line that the URL of an agent is: a program on this machine, used over its standard input and output; null = it is a URL. */
export const commandIn = (url: string): string | null =>
  url.startsWith(commandScheme) ? url.slice(commandScheme.length).trim() : null;

/**
 * The program and its arguments. Quotes and backslashes hold words together as in a shell; nothing is expanded, since no shell
 * reads it. Null = it is empty, a quote is open, or it has more than 100 words.
 */
export function commandWords(line: string): string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    if (char === '\0') return null;
    if (quote === null && /\s/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else if (char === quote) quote = null;
    else if (quote === null && (char === '"' || char === "'")) {
      quote = char;
      word ??= '';
    } else if (char === '\\' && quote !== "'" && at + 1 < line.length) {
      at += 1;
      word = (word ?? '') + line.charAt(at);
    } else word = (word ?? '') + char;
  }
  if (word !== null) words.push(word);
  const isWhole = quote === null && words.length <= maxWords && (words[0] ?? '') !== '';
  return isWhole ? words : null;
}

/** The words as one command line that `commandWords` splits in the same way. */
export const commandLine = (words: readonly string[]): string =>
  words
    .map((word) =>
      /^[\w@%+=:,./-]+$/.test(word) ? word : `"${word.replaceAll(/["\\]/g, '\\$&')}"`,
    )
    .join(' ');
