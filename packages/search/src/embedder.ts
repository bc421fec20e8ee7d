/** Texts as vectors of which the cosine is a similarity of meaning, made by a language model outside of this package. */
export interface Embedder {
  /** The model, so that vectors of two models are never compared. */
  readonly model: string;
  /** One vector for each text, in their order, all of one length. Rejects when the model cannot be asked. */
  embed(texts: readonly string[]): Promise<readonly (readonly number[])[]>;
}

/** The cosine of two vectors, from 0 to 1: opposite directions count as unrelated, as do vectors of unequal length. */
export function similarity(one: ArrayLike<number>, other: ArrayLike<number>): number {
  if (one.length !== other.length) return 0;
  let product = 0;
  let first = 0;
  let second = 0;
  for (let at = 0; at < one.length; at += 1) {
    const a = one[at] ?? 0;
    const b = other[at] ?? 0;
    product += a * b;
    first += a * a;
    second += b * b;
  }
  const scale = Math.sqrt(first * second);
  return scale === 0 ? 0 : Math.max(0, product / scale);
}
