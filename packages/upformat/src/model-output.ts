import type { Fault } from '@countersign/json/fault';
import { isObject } from '@countersign/json/json-object';

/**
 * The JSON value in the output of a model: a value, or the object in a text: bare, in a code fence or in prose.
 * Broken JSON is not repaired here, but by a repair turn of the model (docs/protocol/message.md). Never throws.
 */
export function readOutput(
  output: unknown,
): { ok: true; value: unknown } | { ok: false; fault: Fault } {
  if (typeof output !== 'string') return { ok: true, value: output };
  const whole = parsed(output);
  if (whole.ok) return whole;
  for (const candidate of [...fencedIn(output), ...objectIn(output)]) {
    const found = parsed(candidate);
    if (found.ok && isObject(found.value)) return found;
  }
  return whole;
}

function parsed(text: string): { ok: true; value: unknown } | { ok: false; fault: Fault } {
  try {
    return { ok: true, value: JSON.parse(text.replace(/^\ufeff/, '')) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, fault: { path: '', message: `is not JSON: ${reason.slice(0, 200)}` } };
  }
}

/** The contents of the code fences; every other part of the text between fences. */
const fencedIn = (text: string): string[] =>
  text
    .split('```')
    .filter((_, index) => index % 2 === 1)
    .map((part) => part.replace(/^[a-z0-9]*\s/i, ''));

/** From the first brace to the last, without the surrounding prose. */
function objectIn(text: string): string[] {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  return start >= 0 && end > start ? [text.slice(start, end + 1)] : [];
}
