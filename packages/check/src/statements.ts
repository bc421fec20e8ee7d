import { statementsOf, type WrittenStatement } from '@countersign/json/statement';
import { checkAdvice } from './advice.ts';
import { seenTemplates } from './seen.ts';
import { type CheckId, checkTitles } from './titles.ts';

const ids = Object.keys(checkTitles) as CheckId[];

/** The English texts of a check's report, by code. The console has the same codes in each of its languages. */
export const checkStatements = {
  ...(Object.fromEntries(ids.map((id) => [`check.title.${id}`, checkTitles[id]])) as {
    readonly [Id in CheckId as `check.title.${Id}`]: string;
  }),
  ...(Object.fromEntries(ids.map((id) => [`check.do.${id}`, checkAdvice[id]])) as {
    readonly [Id in CheckId as `check.do.${Id}`]: string;
  }),
  ...seenTemplates,
};

/** What was seen. */
export const seen = statementsOf(seenTemplates);

/** What a check expects. */
export const titleOf = (id: CheckId): WrittenStatement => ({
  text: checkTitles[id],
  statement: { code: `check.title.${id}` },
});

/** What to do about a check that failed. */
export const adviceOf = (id: CheckId): WrittenStatement => ({
  text: checkAdvice[id],
  statement: { code: `check.do.${id}` },
});

/** Why the status is not one of these; null = it is. */
export const statusIs = (
  { status }: { status: number },
  ...wanted: number[]
): WrittenStatement | null =>
  wanted.includes(status) ? null : seen('check.seen.status-wanted', { status, wanted });

/** Some sentences, and how many more there are. */
export function few(all: readonly WrittenStatement[]): WrittenStatement {
  const list = all.slice(0, 3);
  return all.length <= list.length
    ? seen('check.seen.few', { list })
    : seen('check.seen.few-more', { list, more: all.length - list.length });
}
