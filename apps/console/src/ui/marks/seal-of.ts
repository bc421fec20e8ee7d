/** First twelve digits of the digest in groups of four. */
export const sealOf = (digest: string): string =>
  (digest.slice(0, 12).match(/.{1,4}/g) ?? []).join(' ');
