import type { Embedder } from '@countersign/search/embedder';
import { RefusedTexts } from './model-embedder.ts';

/** A model has only so much room for a text. */
export const maxTextChars = 8_000;
/** For a script of which a character takes several places of that room. */
const shortTextChars = 2_000;

type Vector = readonly number[];

/**
 * A vector for each text, in their order. null = the model takes all others, but not this one, nor its beginning. Rejects if the model cannot
 * be asked, or refuses everything it is sent.
 */
export async function embedEach(
  embedder: Embedder,
  texts: readonly string[],
): Promise<(Vector | null)[]> {
  const vectors = await unlessRefused(embedder, texts);
  if (vectors !== null) return vectors;
  // The reason may be, for example, the name of the model: then no text is given up.
  await embedder.embed(['text']);
  return inHalves(embedder, texts);
}

async function inHalves(embedder: Embedder, texts: readonly string[]): Promise<(Vector | null)[]> {
  const [first = ''] = texts;
  if (texts.length === 1 && first.length <= shortTextChars) return [null];
  const middle = Math.ceil(texts.length / 2);
  const parts =
    texts.length === 1
      ? [[first.slice(0, shortTextChars)]]
      : [texts.slice(0, middle), texts.slice(middle)];
  const vectors: (Vector | null)[] = [];
  for (const part of parts) {
    vectors.push(...((await unlessRefused(embedder, part)) ?? (await inHalves(embedder, part))));
  }
  return vectors;
}

async function unlessRefused(
  embedder: Embedder,
  texts: readonly string[],
): Promise<Vector[] | null> {
  try {
    return [...(await embedder.embed(texts))];
  } catch (error) {
    if (error instanceof RefusedTexts) return null;
    throw error;
  }
}
