import type { Embedder } from '@countersign/search/embedder';
import { z } from 'zod';
import { createSafeFetch } from '../outgoing/safe-fetch.ts';
import type { Clock } from '../runtime/clock.ts';
import type { ModelSettings } from './sampling-model.ts';

const timeoutMs = 15_000;
const maxBytes = 64 * 1024 * 1024;

/** The model server refuses these texts, not this client or all texts: sent again, they are refused again. */
export class RefusedTexts extends Error {}
/** The request is bad, too large, or cannot be processed. */
const refusals = new Set([400, 413, 422]);

const answerSchema = z.object({
  data: z.array(z.object({ index: z.int().optional(), embedding: z.array(z.number()).min(1) })),
});

/** A model of an OpenAI-compatible server, by its `POST /embeddings`. */
export function createModelEmbedder({ url, model, key }: ModelSettings, clock: Clock): Embedder {
  // Its address is the administrator's, who may mean a private network.
  const fetch = createSafeFetch({ clock, allowed: [new URL(url).host] });
  return {
    model,
    async embed(texts) {
      const { status, body } = await fetch({
        ...{ method: 'POST', url: `${url.replace(/\/+$/, '')}/embeddings` },
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        ...(key === null ? {} : { credentials: { authorization: `Bearer ${key}` } }),
        body: JSON.stringify({ model, input: texts, encoding_format: 'float' }),
        ...{ timeoutMs, maxBytes, beyond: 'refuse' },
        // What is sent may be personal: it is for this server only.
        staysAtOrigin: true,
      });
      // Its body may repeat the key.
      if (refusals.has(status)) {
        throw new RefusedTexts(`The model server refused what it was sent (${status}).`);
      }
      if (status !== 200) throw new Error(`The model server answered ${status}.`);
      return vectorsIn(body, texts.length);
    },
  };
}

function vectorsIn(body: string, count: number): number[][] {
  const read = answerSchema.safeParse(parsed(body));
  if (!read.success) throw new Error('The model server answered without vectors.');
  const vectors: number[][] = [];
  for (const [at, { index = at, embedding }] of read.data.data.entries())
    vectors[index] = embedding;
  const [first] = vectors;
  const isWhole =
    vectors.length === count &&
    Array.from({ length: count }, (_, at) => vectors[at]?.length).every(
      (length) => length === first?.length,
    );
  if (!isWhole)
    throw new Error('The model server answered with other vectors than were asked for.');
  return vectors;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
