import type { RadioText } from '../words/radio-text.ts';
import type { Network } from './cell.ts';

/** The constraints of a plan. */
export interface Constraints {
  /** Cells of one carrier closer than this never share an identity, km. */
  reuseKm: number;
  /** `strict`: sectors of one site differ modulo 3. `prefer`: they should. */
  mod3: 'strict' | 'prefer';
  maxChanges: number;
  /** Cells that keep their identity. */
  keep: ReadonlySet<string>;
  /** Cells that change first: the site that caused it. */
  prefer: ReadonlySet<string>;
  /** Confusions that concern a smaller share of area than this are ignored. */
  minWeight: number;
}

export const defaultConstraints: Constraints = {
  reuseKm: 3,
  mod3: 'strict',
  maxChanges: 12,
  keep: new Set(),
  prefer: new Set(),
  minWeight: 0,
};

const number = (text: string) => Number(text.replace(',', '.'));

/**
 * The changes that an operator's text makes to the constraints, and what was understood, as text. Anything not understood is
 * reported, not guessed.
 */
export function readConstraints(
  said: string,
  network: Network,
  { before, words }: { before: Constraints; words: RadioText },
): { constraints: Constraints; understood: string[] } {
  const understood: string[] = [];
  const constraints = { ...before };
  const reuse = /(?:reuse|distance|距离)\D{0,30}?(\d+(?:[.,]\d+)?)\s*(?:km|公里|千米)/i.exec(
    said,
  )?.[1];
  if (reuse !== undefined) {
    constraints.reuseKm = Math.min(8, number(reuse));
    understood.push(words.reuse(constraints.reuseKm));
  }
  const most =
    /(?:at most|max(?:imum)?|no more than)\s*(\d{1,2})\s*(?:cells?|changes?)/i.exec(said)?.[1] ??
    /(?:最多|不超过)\D{0,6}?(\d{1,2})\s*(?:个|处|次)/.exec(said)?.[1];
  if (most !== undefined) {
    constraints.maxChanges = number(most);
    understood.push(words.atMost(most));
  }
  if (/(?:mod(?:ulo)?|模)[\s-]*3/i.test(said)) {
    const loose =
      /(?:ignore|relax|without|loosen|not needed|忽略|放宽|不考虑)[^.;。；]*(?:mod(?:ulo)?|模)[\s-]*3/i.test(
        said,
      );
    constraints.mod3 = loose ? 'prefer' : 'strict';
    understood.push(words.mod3(loose));
  }
  const kept = cellsNamed(said, network);
  if (kept.length > 0) {
    constraints.keep = new Set([...before.keep, ...kept]);
    understood.push(words.keeps(kept));
  }
  return { constraints, understood };
}

/** Cells in the text by id, and all cells of a site without a sector. */
function cellsNamed(words: string, network: Network): string[] {
  const names = words.match(/(?<![A-Z\d-])[A-Z]{3}-\d{4}(?:-[123])?(?![\d-])/g) ?? [];
  const cells = names.flatMap((name) =>
    network.cells.filter(({ id, site }) => id === name || site === name).map(({ id }) => id),
  );
  return [...new Set(cells)];
}
