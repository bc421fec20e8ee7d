import type { RuleList } from '@countersign/api/rule';
import { ruleState } from '@countersign/desk/rule-state';
import { commonText, csvText } from '../../text/texts.ts';
import { csvOf, csvTime } from '../../ui/files/csv.ts';
import { answerText, matchText } from './rule-text.ts';

interface RulesSeen {
  /** Server time, epoch ms. */
  now: number;
  agentName: (agentId: string) => string;
}

/** Every rule, with its conditions in words, as a table for other programs. */
export const rulesCsv = (
  { items, stopped }: Pick<RuleList, 'items' | 'stopped'>,
  { now, agentName }: RulesSeen,
): string =>
  csvOf(
    csvText.rules,
    items.map((rule) => [
      rule.id,
      rule.name,
      ruleState(rule, stopped !== null, now),
      commonText.inRow(matchText(rule.match, agentName)),
      answerText(rule),
      rule.version,
      rule.answered,
      csvTime(rule.lastAnsweredAt),
      csvTime(rule.expiresAt),
      rule.updatedBy,
    ]),
  );
