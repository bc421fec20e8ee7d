import { isObject, type JsonObject } from '@countersign/json/json-object';

/** Shorter texts protect nothing, and are parts of ordinary words. */
const minSecretChars = 8;

/** What a service said, in which these secrets are not. Others are left: a tool may well speak of “Basic settings”. */
export function withoutSecrets(description: JsonObject, secrets: readonly string[]): JsonObject {
  // A header such as `Bearer x`: servers repeat the part after the scheme.
  const parts = secrets
    .flatMap((secret) => [secret, ...secret.split(/\s+/)])
    .filter(({ length }) => length >= minSecretChars);
  const clean = (text: string) =>
    parts.reduce((cleaned, part) => cleaned.replaceAll(part, '[secret]'), text);
  const cleaned: unknown = JSON.parse(JSON.stringify(description), (_, one) =>
    typeof one === 'string' ? clean(one) : one,
  );
  return isObject(cleaned) ? cleaned : {};
}
