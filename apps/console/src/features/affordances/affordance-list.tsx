import type { knownSignifierSchema } from '@countersign/api/environment';
import { CircleCheck, CircleSlash, List, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { z } from 'zod';
import { affordancesText as text } from '../../text/affordances.ts';
import { statementSentence } from '../../text/statements/statements.ts';
import { Badge } from '../../ui/badge.tsx';
import { Icon, type Tone } from '../../ui/icon.tsx';
import '../../ui/score-bar.css';
import { MarkedText } from './marked-text.tsx';
import './affordances.css';

export type KnownSignifier = z.output<typeof knownSignifierSchema>;

const groups = ['recommended', 'other', 'blocked'] as const;
type Group = (typeof groups)[number];
const marks: Readonly<Record<Group, { icon: LucideIcon; tone: Tone }>> = {
  recommended: { icon: CircleCheck, tone: 'done' },
  other: { icon: List, tone: 'idle' },
  blocked: { icon: CircleSlash, tone: 'fail' },
};

interface AffordanceListProps {
  items: readonly KnownSignifier[];
  filter: string;
  chosen: string | null;
  onChoose: (id: string) => void;
}

/** Signifiers in the groups of their ranking, each with the reason why it is there. Nothing is left out. */
export function AffordanceList({ items, filter, chosen, onChoose }: AffordanceListProps) {
  const words = filter.trim().toLowerCase();
  const found = items.filter(({ signifier: { label, context } }) =>
    `${label} ${context}`.toLowerCase().includes(words),
  );
  return (
    <div className="stack-wide">
      {groups.map((group) => {
        const own = found.filter(({ rank }) => (rank?.decision ?? 'other') === group);
        return (
          <section aria-labelledby={`group-${group}`} key={group}>
            <h2 className="row-tight" id={`group-${group}`}>
              <Icon of={marks[group].icon} tone={marks[group].tone} />
              {text.groups[group]}
              <span className="small muted">{text.count(own.length)}</span>
            </h2>
            <p className="small muted">{text.groupDetail[group]}</p>
            {own.length === 0 ? (
              <p className="small muted">{text.emptyGroup[group]}</p>
            ) : (
              <ul className="tight-above">
                {own.map((one) => (
                  <Row
                    isChosen={one.signifier.id === chosen}
                    key={one.signifier.id}
                    onChoose={onChoose}
                    one={one}
                  />
                ))}
              </ul>
            )}
          </section>
        );
      })}
    </div>
  );
}

interface RowProps {
  one: KnownSignifier;
  isChosen: boolean;
  onChoose: (id: string) => void;
}

function Row({ one: { signifier, rank, approval }, isChosen, onChoose }: RowProps) {
  const percent = Math.round((rank?.score ?? 0) * 100);
  return (
    <li>
      <button
        aria-pressed={isChosen}
        className="full-width rounded stack affordance-row hovers"
        onClick={() => onChoose(signifier.id)}
        type="button"
      >
        <span className="row-wrap">
          <b className="strong breakable" dir="auto" lang="">
            <MarkedText text={signifier.label} words={rank?.matched ?? []} />
          </b>
          {approval === 'approved' ? null : (
            <Badge icon={TriangleAlert} tone="need">
              {text.approvals[approval]}
            </Badge>
          )}
          {rank?.tiers.map((tier) => (
            <Badge key={tier} tone="line">
              {text.tiers[tier]}
            </Badge>
          ))}
        </span>
        <span className="small breakable line-clamp" dir="auto" lang="">
          <MarkedText text={signifier.context} words={rank?.matched ?? []} />
        </span>
        {rank === null ? null : (
          <span className="small muted breakable">
            {statementSentence(rank.reasonStatement, rank.reason)}
          </span>
        )}
        {percent === 0 ? null : (
          <span className="score-bar" title={text.score(percent)}>
            <span style={{ inlineSize: `${percent}%` }} />
            <span className="visually-hidden">{text.score(percent)}</span>
          </span>
        )}
      </button>
    </li>
  );
}
