import { isObject } from '@countersign/json/json-object';
import type { FormHeader, SecretNeed } from '../model/signifier.ts';

const secretName =
  /^(authorization|proxy-authorization|cookie|set-cookie|mcp-session-id)$|api-?key|token|secret|password|session|credential|signature/i;
/** The field names of RFC 9110. */
const fieldName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const fieldValue = /^[\t\x20-\x7e]*$/;

/** Whether a header of this name may carry what only the sender of a request should know. */
export const isSecretHeader = (name: string): boolean => secretName.test(name);

/**
 * The headers that a description gives, without those that may be secret: of these only the need remains. Headers that HTTP cannot
 * carry are left out.
 */
export function publicHeaders(sent: unknown): { headers: FormHeader[]; secrets: SecretNeed[] } {
  const entries = isObject(sent) ? Object.entries(sent) : [];
  const valid = entries.flatMap(([name, value]) =>
    typeof value === 'string' && fieldName.test(name) && fieldValue.test(value)
      ? [{ name, value }]
      : [],
  );
  return {
    headers: valid.filter(({ name }) => !isSecretHeader(name)),
    secrets: valid
      .filter(({ name }) => isSecretHeader(name))
      .map(({ name }) => ({ scheme: 'apiKey', place: 'header', name })),
  };
}
