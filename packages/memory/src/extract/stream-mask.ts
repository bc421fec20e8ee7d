import { foldText } from './fold-text.ts';
import { markOf, secretsIn } from './mask-secrets.ts';

/** So much of a text is held back until more follows: longer than what any rule needs to see the beginning of a finding. */
const tailChars = 256;
/** What precedes a piece decides about it. */
const contextChars = 256;
/** A text with so much that cannot be passed on is no longer passed on in pieces. */
const maxHeldChars = 16_000;

/** Masks a text while it is written. What it gives never contains a part of a secret whose rest is still to come. */
export interface StreamMask {
  /** Takes the next piece, and gives what can be passed on now. */
  take(piece: string): string;
  /** The text is whole: the rest of it. */
  end(): string;
}

export function createStreamMask(): StreamMask {
  let text = '';
  /** The end of what was passed on. */
  let passed = 0;
  let isGivenUp = false;

  const passTo = (wanted: number | null): string => {
    const from = tokenStart(text, Math.max(0, passed - contextChars), passed - maxHeldChars);
    const seen = text.slice(from);
    let to = wanted ?? heldFrom(text, seen, from);
    if (to <= passed) return '';
    const findings = secretsIn(seen).map((one) => ({
      ...one,
      start: one.start + from,
      end: one.end + from,
    }));
    // What has begun before the end of a piece is passed on with its end only.
    if (wanted === null) {
      for (const { start, end } of findings) if (end > to) to = Math.min(to, start);
    }
    if (to <= passed) return '';
    let masked = '';
    let at = passed;
    for (const finding of findings) {
      if (finding.end <= at || finding.start >= to) continue;
      masked += text.slice(at, Math.max(at, finding.start)) + markOf(finding);
      at = finding.end;
    }
    masked += text.slice(at, Math.max(at, to));
    passed = to;
    return masked;
  };

  return {
    take(piece) {
      if (isGivenUp) return '';
      text += piece;
      const given = passTo(null);
      isGivenUp = text.length - passed > maxHeldChars;
      return given;
    },
    end: () => (isGivenUp ? '' : passTo(text.length)),
  };
}

/** Where the part begins that is held back: the last characters that are visible, and the token in which they begin. */
function heldFrom(text: string, seen: string, from: number): number {
  const { offsets } = foldText(seen);
  const last = offsets.length - 1 - tailChars;
  if (last <= 0) return from;
  const at = tokenStart(text, from + (offsets[last] ?? 0), from);
  return /[\ud800-\udbff]/.test(text[at - 1] ?? '') ? at - 1 : at;
}

/** The beginning of the token in ASCII around a place, not before `least`. */
function tokenStart(text: string, place: number, least: number): number {
  let at = place;
  while (at > Math.max(0, least) && isToken(text.charCodeAt(at - 1))) at -= 1;
  return at;
}

const isToken = (code: number): boolean => code > 0x20 && code < 0x7f;
