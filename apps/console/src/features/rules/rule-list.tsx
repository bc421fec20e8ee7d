import type { Rule } from '@countersign/api/rule';
import { ruleState } from '@countersign/desk/rule-state';
import type { ReactNode } from 'react';
import { LiveTime } from '../../live/session/live-time.tsx';
import { useServerNow } from '../../live/session/server-now.ts';
import { commonText, rulesText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { filled } from '../../ui/filled.ts';
import { formatExact, formatSpan } from '../../ui/format-time.ts';
import { RuleStateBadge } from './rule-state-badge.tsx';
import { answerText, matchText } from './rule-text.ts';
import { UnknownAgent } from './unknown-agent.tsx';
import './rule-list.css';

interface RuleListProps {
  rules: readonly Rule[];
  isStopped: boolean;
  /** Those that are registered; undefined = not known yet. */
  agents: readonly { id: string }[] | undefined;
  agentName: (agentId: string) => string;
  ruleLink: (ruleId: string, name: string) => ReactNode;
}

/** Every rule: its state, its conditions in words, what it has answered, and when it ends. */
export function RuleList({ rules, isStopped, agents, agentName, ruleLink }: RuleListProps) {
  const now = useServerNow();
  return (
    <ul className="rules line-above">
      {rules.map((rule) => {
        const state = ruleState(rule, isStopped, now);
        return (
          <li key={rule.id} className="stack soft-line-below">
            <div className="row rule-head">
              <span className="strong truncate">{ruleLink(rule.id, visibleText(rule.name))}</span>
              <RuleStateBadge state={state} />
              <span
                className="small muted tabular rigid to-end"
                title={formatExact(rule.expiresAt)}
              >
                {state === 'ended' ? text.ended : text.ends(formatSpan(rule.expiresAt - now))}
              </span>
            </div>
            <p className="reading-width breakable">
              {commonText.inRow(matchText(rule.match, agentName))}
            </p>
            <UnknownAgent agentId={rule.match.agentId} agents={agents} />
            <p className="small reading-width breakable">{answerText(rule)}</p>
            <p className="small muted">
              <RuleCount rule={rule} />
            </p>
          </li>
        );
      })}
    </ul>
  );
}

/** What it has done so far. */
export function RuleCount({ rule }: { rule: Rule }) {
  const { answered, answeredByVersion, lastAnsweredAt, passedOver = 0, version } = rule;
  return (
    <>
      {text.version(version)}
      {' · '}
      {text.answered(answered)}
      {answered === 0 || version === 1 || answeredByVersion === undefined
        ? null
        : `${commonText.comma}${text.ofVersion(answeredByVersion)}`}
      {lastAnsweredAt === null ? null : (
        <>
          {commonText.comma}
          {filled(text.last, <LiveTime as="ago" at={lastAnsweredAt} />)}
        </>
      )}
      {passedOver === 0 ? null : (
        <span title={text.passedOverWhy}>
          {' · '}
          {text.passedOver(passedOver)}
        </span>
      )}
    </>
  );
}
