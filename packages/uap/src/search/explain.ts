import { explain, type TermMatch } from '@countersign/search/explain';
import { type SearchField, type SearchTexts, searchFields } from './search-fields.ts';

/** Why a service was found (the wire's own names). */
export interface MatchExplanation {
  matched_fields: SearchField[];
  /** A part of each matched field around the first match. */
  match_snippets: string[];
  /** The part of the query that each matched field has, 0 to 1. */
  field_scores: Partial<Record<SearchField, number>>;
}

export function explainMatch(matches: readonly TermMatch[], texts: SearchTexts): MatchExplanation {
  const explanation: MatchExplanation = {
    matched_fields: [],
    match_snippets: [],
    field_scores: {},
  };
  for (const { field, score, snippet } of explain(matches, texts, searchFields)) {
    explanation.matched_fields.push(field);
    explanation.field_scores[field] = score;
    explanation.match_snippets.push(snippet);
  }
  return explanation;
}
