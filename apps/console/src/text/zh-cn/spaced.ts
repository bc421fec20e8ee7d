/** Characters that take no space beside Chinese ones: those, marks, quotes, and spaces. */
const closed = /[\u2e80-\u9fff\uf900-\uffef\s“”‘’…—·]/;
const han = /[\u3400-\u9fff]/;

/**
 * A Chinese sentence with values: a space goes between a Chinese character and a value that begins or ends with a letter, a digit or
 * a sign of another script, and none beside a Chinese value, whatever the values are.
 */
export function spaced(words: TemplateStringsArray, ...values: (string | number)[]): string {
  let text = words[0] ?? '';
  for (const [place, value] of values.entries()) {
    text = beside(beside(text, String(value)), words[place + 1] ?? '');
  }
  return text;
}

/** Two parts of a text; `space` is between them where neither is Chinese. */
export const joined = (left: string, right: string, space: string): string =>
  han.test(left.at(-1) ?? '') || han.test(right.at(0) ?? '')
    ? beside(left, right)
    : left + space + right;

function beside(left: string, right: string): string {
  const last = left.at(-1) ?? ' ';
  const first = right.at(0) ?? ' ';
  const needsSpace =
    (han.test(last) && !closed.test(first)) || (han.test(first) && !closed.test(last));
  return needsSpace ? `${left} ${right}` : left + right;
}
