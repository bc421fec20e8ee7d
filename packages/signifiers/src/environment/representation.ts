import type { Quad } from 'n3';
import { writeJsonLd } from '../rdf/json-ld.ts';
import { writeTurtle } from '../rdf/turtle.ts';

/** The forms in which the environment answers, the default first, as in the paper. */
export const mediaTypes = ['text/turtle', 'application/ld+json', 'application/json'] as const;
export type MediaType = (typeof mediaTypes)[number];

/**
 * The form that a request accepts best (RFC 9110, section 12.5.1). null = none of them. Without a header, or with equal preference, the
 * first.
 */
export function negotiated(accept: string | undefined): MediaType | null {
  if (accept === undefined || accept.trim() === '') return mediaTypes[0];
  const ranges = accept.split(',').map(readRange);
  let best: { type: MediaType; quality: number } | null = null;
  for (const type of mediaTypes) {
    const quality = qualityOf(type, ranges);
    if (quality > (best?.quality ?? 0)) best = { type, quality };
  }
  return best?.type ?? null;
}

interface Range {
  type: string;
  quality: number;
}

function readRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const said = parameters.find((parameter) => parameter.startsWith('q='));
  const quality = said === undefined ? 1 : Number(said.slice(2));
  return { type, quality: quality >= 0 && quality <= 1 ? quality : 0 };
}

// The most specific range counts: one that excludes Turtle excludes it, even if others are accepted.
function qualityOf(type: MediaType, ranges: readonly Range[]): number {
  const [group] = type.split('/');
  for (const wanted of [type, `${group}/*`, '*/*']) {
    const range = ranges.find((one) => one.type === wanted);
    if (range !== undefined) return range.quality;
  }
  return 0;
}

/** The body of an answer. JSON has the records, the other forms the graph of them. */
export function represented(type: MediaType, quads: readonly Quad[], record: unknown): string {
  if (type === 'text/turtle') return writeTurtle(quads);
  return JSON.stringify(type === 'application/json' ? record : writeJsonLd(quads));
}
