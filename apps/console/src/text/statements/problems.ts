import { type Problem, problemSlug } from '@countersign/api/problem';
import { problemSentence, problemTitles } from '../texts.ts';
import { statementText } from './statements.ts';

const titles: Readonly<Record<string, string>> = problemTitles;

/** The text of a problem by its code; the server's own text if the code is unknown. */
export function problemTitle(problem: Problem): string {
  const slug = problemSlug(problem);
  return (Object.hasOwn(titles, slug) ? titles[slug] : undefined) ?? problem.title;
}

/** The server's text for this case, in the chosen language, else in English; null = none. */
export const problemDetail = ({ statement, detail }: Problem): string | null =>
  statementText(statement) ?? detail ?? null;

/** A problem in one sentence for the operator. */
export const problemText = (problem: Problem): string =>
  statementText(problem.statement) ?? problemSentence(problemTitle(problem), problem.detail);
