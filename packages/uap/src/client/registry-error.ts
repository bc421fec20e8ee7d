import { memberOf } from '@countersign/json/json-object';
import { firstJson } from './first-json.ts';

/** The registry's form of an error. */
export interface RegistryError {
  /** The HTTP status, as text. */
  code: string;
  message: string;
}

/** The longest text of an error that is kept, in characters. */
const maxChars = 2_000;

/** The body of an error, as a registry sends it. */
export const writeError = (status: number, message: string): string =>
  `${JSON.stringify({ code: String(status), message })}\n`;

/**
 * Reads the body of an error: JSON, JSON whose message is not escaped, either with more text after it, or plain text.
 *
 * @param status The HTTP status, for bodies without a code.
 */
export function readError(status: number, body: string): RegistryError {
  const parsed = firstJson(body);
  const message = memberOf(parsed, 'message');
  if (typeof message === 'string') {
    const code = memberOf(parsed, 'code');
    const known = typeof code === 'string' || typeof code === 'number';
    return { code: known ? String(code) : String(status), message: message.slice(0, maxChars) };
  }
  const raw = /^\s*\{"code":"(\d+)","message":"([\s\S]*?)"\}\s*(?:\n|$)/.exec(
    body.slice(0, 65_536),
  );
  if (raw !== null) return { code: raw[1] ?? '', message: (raw[2] ?? '').slice(0, maxChars) };
  return { code: String(status), message: body.trim().slice(0, maxChars) };
}
