/** A value that was masked. It must stay on the server. */
export interface MaskedOriginal {
  memoryId: string;
  placeholder: string;
  rule: string;
  value: string;
}

/** The placeholders of one memory: an equal value has an equal one, however it is spelled, and none is in two memories. */
export interface Placeholders {
  /** Of a value; the rule is that which found it first. */
  of(label: string, rule: string, value: string): string;
  readonly originals: readonly MaskedOriginal[];
}

/** What is equal to people: case, width, separators and the prefix of a country do not count. */
function canonical(label: string, value: string): string {
  const text = value.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  if (label === 'PHONE') return text.replace(/\D/g, '').replace(/^0+/, '').slice(-9);
  if (['CARD', 'IBAN', 'ID', 'DEVICE'].includes(label)) return text.replace(/[^\p{L}\p{N}]/gu, '');
  return text;
}

export function createPlaceholders(memoryId: string): Placeholders {
  const known = new Map<string, string>();
  const counts = new Map<string, number>();
  const originals: MaskedOriginal[] = [];
  return {
    originals,
    of(label, rule, value) {
      const key = `${label} ${canonical(label, value)}`;
      let placeholder = known.get(key);
      if (placeholder === undefined) {
        const count = (counts.get(label) ?? 0) + 1;
        counts.set(label, count);
        placeholder = `[${label}_${count}]`;
        known.set(key, placeholder);
      }
      const spelled = placeholder;
      if (!originals.some((one) => one.placeholder === spelled && one.value === value)) {
        originals.push({ memoryId, placeholder, rule, value });
      }
      return placeholder;
    },
  };
}
