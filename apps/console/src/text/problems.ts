import { type Problem, problemSlug } from '@countersign/api/problem';
import { messages } from './messages.ts';
import { statementText } from './statements.ts';

const { problemTitles, problemSentence } = messages().problems;
const titles: Readonly<Record<string, string>> = problemTitles;

/** What a problem is, by its code; in the server's own words where a later server has one that is not known here. */
export function problemTitle(problem: Problem): string {
  const slug = problemSlug(problem);
  return (Object.hasOwn(titles, slug) ? titles[slug] : undefined) ?? problem.title;
}

/** What the server says of this case, in the chosen language, else in English; null = nothing. */
export const problemDetail = ({ statement, detail }: Problem): string | null =>
  statementText(statement) ?? detail ?? null;

/** A problem in one sentence for the operator. */
export const problemWords = (problem: Problem): string =>
  statementText(problem.statement) ?? problemSentence(problemTitle(problem), problem.detail);
