import { isObject } from '@countersign/json/json-object';
import type { FormHeader, SecretNeed } from '../model/signifier.ts';
import { isSecretName } from './secret-name.ts';

/**
 * Headers whose values are public by what they are for: of representations, conditions and preferences (RFC 9110, RFC 7240), and versions
 * of protocols. A list of names to hide would always miss one.
 */
const publicName =
  /^(?:accept(?:-(?:charset|encoding|language|ranges|patch|post))?|content-(?:type|encoding|language|disposition)|cache-control|pragma|expect|if-(?:match|none-match|modified-since|unmodified-since|range)|max-forwards|origin|prefer|range|te|user-agent|x-requested-with|[a-z-]*version|depth|soapaction)$/i;
/** The field names of RFC 9110. */
const fieldName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const fieldValue = /^[\t\x20-\x7e]*$/;

/**
 * The headers that a description gives, as far as their values are known to be public: of all others only the need remains, and the
 * server that sends the request has the value. Headers that HTTP cannot carry are left out.
 */
export function publicHeaders(sent: unknown): { headers: FormHeader[]; secrets: SecretNeed[] } {
  const entries = isObject(sent) ? Object.entries(sent) : [];
  const valid = entries.flatMap(([name, value]) =>
    typeof value === 'string' && fieldName.test(name) && fieldValue.test(value)
      ? [{ name, value }]
      : [],
  );
  return {
    headers: valid.filter(({ name }) => publicName.test(name)),
    secrets: valid
      .filter(({ name }) => !publicName.test(name))
      .map(({ name }) => ({
        scheme: isSecretName(name) ? 'apiKey' : 'unknown',
        place: 'header',
        name,
      })),
  };
}
