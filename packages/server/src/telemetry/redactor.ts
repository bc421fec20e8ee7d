/** Removes secrets from text before it is logged or sent as a trace. */
export interface Redactor {
  /** A secret that this server uses: it is removed wherever it appears, also in what a peer sends back. */
  keep(secret: string): void;
  clean(text: string): string;
}

/** Shorter values are not remembered: they would blank ordinary words, and protect nothing. */
const minLength = 8;
/** The oldest are forgotten beyond this, so that replaced secrets do not collect. */
const maxKept = 5_000;
const mark = '[secret]';

/**
 * Secrets by their form, independent of their owner. The text may be a peer's: what begins with a run of characters is looked for where
 * that run begins, as from each of its characters the time would grow with the square of its length.
 */
const forms: readonly [RegExp, string][] = [
  [/\b(Bearer|Basic|Token)\s+[\w.~+/=-]{6,}/gi, `$1 ${mark}`],
  [/\bcs_mcp_[\w-]+/g, mark],
  // Credentials in an address: before its host, in its query, or in its fragment.
  [/(?<!\w)(\w+:\/\/)[^\s/@"'\\]+@/g, `$1${mark}@`],
  [
    /([?&#;](?:[\w.-]*(?:token|secret|password|passwd|signature|credential)|code|key|api[_-]?key|sig|auth)=)[^&#\s"'\\]+/gi,
    `$1${mark}`,
  ],
  // Members of JSON, also inside a text that is itself escaped, and headers written as text.
  [
    /((?:authorization|cookie|x-api-key|(?<![\w-])[\w-]*(?:token|secret|password|passwd))\\*["']?\s*[:=]\s*\\*["']?)(?!\[secret\]|(?:Bearer|Basic|Token)\s)[^\s"'\\,;}]{3,}/gi,
    `$1${mark}`,
  ],
];

export function createRedactor(): Redactor {
  const kept = new Set<string>();
  return {
    keep(secret) {
      // A header such as `Bearer x`: peers repeat the part after the scheme.
      for (const part of [secret, ...secret.split(/\s+/)]) {
        if (part.length < minLength) continue;
        const forms = [part, JSON.stringify(part).slice(1, -1), encodeURIComponent(part)];
        for (const form of forms) {
          kept.delete(form);
          kept.add(form);
        }
      }
      for (const oldest of kept) {
        if (kept.size <= maxKept) break;
        kept.delete(oldest);
      }
    },
    clean(text) {
      let cleaned = text;
      for (const secret of kept) {
        if (cleaned.includes(secret)) cleaned = cleaned.replaceAll(secret, mark);
      }
      for (const [form, instead] of forms) cleaned = cleaned.replace(form, instead);
      return cleaned;
    },
  };
}
