import { readPattern } from '@countersign/json/pointer-pattern';
import { type Fit, fitOf, type Source } from './mapping/field-fit.ts';
import {
  fieldWords,
  frequencies,
  type Likeness,
  likeness,
  vectorOf,
} from './mapping/field-likeness.ts';
import { type MediationField, mediationFields } from './mapping/mediation-field.ts';
import { conversionText, matchUnits, type UnitMatch } from './mapping/unit-match.ts';
import type { UpContext } from './message.ts';

/** A source that could fill a target: how well, from 0 to 1, and why. */
export interface Candidate {
  from: string;
  to: string;
  score: number;
  /** Computed lazily, because every field is compared with every other. */
  reason: () => string;
  /** It has the required format. */
  sameFormat: boolean;
  units: UnitMatch;
}

/** A field of the receiver with what could fill it, best first. */
export interface Target {
  field: MediationField;
  candidates: Candidate[];
}

const maxSamples = 20;

/** Scores every field of the sender for every field of the receiver; impossible pairs are left out. */
export function rankCandidates(
  sender: { context: UpContext; payload?: unknown },
  receiver: UpContext,
): Target[] {
  const sources = mediationFields(sender.context).map((field) => ({
    field,
    words: fieldWords(field),
    samples: readPattern(sender.payload, field.pointer)
      .filter((value) => value !== null)
      .slice(0, maxSamples),
  }));
  const targets = mediationFields(receiver).map((field) => ({ field, words: fieldWords(field) }));
  const sides = [sources, targets].map((side) => frequencies(side.map(({ words }) => words)));
  const frequency = (word: string) => Math.max(...sides.map((counts) => counts.get(word) ?? 0));
  const weighed = sources.map((source) => ({
    ...source,
    vector: vectorOf(source.words, frequency),
  }));
  return targets.map(({ field, words }) => {
    const wanted = vectorOf(words, frequency);
    const candidates = weighed.map((source) => {
      const alike = likeness(source.vector, wanted);
      const fit = fitOf(source, field, new Set(alike.shared));
      return candidateOf(source, field, { alike, fit });
    });
    return {
      field,
      candidates: candidates
        .filter(({ score }) => score > 0)
        .sort((left, right) => right.score - left.score),
    };
  });
}

function candidateOf(
  { field: from, samples }: Source,
  to: MediationField,
  { alike, fit }: { alike: Likeness; fit: Fit },
): Candidate {
  // A format defines the kind of a value, not its meaning: it is not sufficient for a match.
  const bonus = alike.score > 0 ? fit.bonus : fit.bonus / 2;
  const score = fit.factor === 0 ? 0 : Math.min(1, alike.score * fit.factor + bonus);
  const units = matchUnits(from, to, samples);
  return {
    from: from.pointer,
    to: to.pointer,
    score: Math.round(score * 1000) / 1000,
    reason: () => {
      const { shared } = alike;
      const common = shared.length === 0 ? 'have no word in common' : `share ${shared.join(', ')}`;
      const words = `“${from.description || from.name}” and “${to.description || to.name}” ${common}`;
      return [words, fit.remark, unitRemark(units)].filter((part) => part !== '').join('; ');
    },
    sameFormat: fit.sameFormat,
    units,
  };
}

/** A note about the units for a person; `''` = none. */
export function unitRemark(units: UnitMatch): string {
  if (units.kind === 'same') return '';
  return units.kind === 'convert' ? conversionText(units.conversion) : units.why;
}
