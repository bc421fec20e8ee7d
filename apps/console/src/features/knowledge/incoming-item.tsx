import type { Incoming } from '@countersign/api/knowledge-sharing';
import { BadgeCheck, CircleHelp, OctagonX, ShieldOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { LiveTime } from '../../live/live-time.tsx';
import { commonText } from '../../text/common.ts';
import { knowledgeText, incomingText as text } from '../../text/knowledge.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ConflictView } from './conflict-view.tsx';
import { MemoryLink } from './links.tsx';
import { MemoryContent } from './memory-content.tsx';
import { nameOf, TypeMark } from './memory-facts.tsx';

const marks = {
  none: { tone: 'line', icon: ShieldOff },
  valid: { tone: 'done', icon: BadgeCheck },
  unknown: { tone: 'need', icon: CircleHelp },
  invalid: { tone: 'fail', icon: OctagonX },
} as const;

/** Whether it is as its sender signed it, and who that is. */
export function SignatureBadge({ of }: { of: Pick<Incoming['signature'], 'state' | 'server'> }) {
  return (
    <span className="row-inline">
      <Badge {...marks[of.state]} title={text.signatureDetail[of.state]}>
        {text.signatures[of.state]}
      </Badge>
      {of.server === null ? null : (
        <span className="small muted truncate" dir="auto" lang="">
          {visibleText(of.server)}
        </span>
      )}
    </span>
  );
}

interface IncomingItemProps {
  item: Incoming;
  isSelected?: boolean;
  onSelect?: (on: boolean) => void;
  children?: ReactNode;
}

/** A piece of knowledge from elsewhere: whose it is, what it says, and what absorbing it would do. */
export function IncomingItem({ item, isSelected, onSelect, children }: IncomingItemProps) {
  const { provenance, from } = item;
  const name = nameOf({ name: item.item.title });
  const facts = [
    text.from[from.kind](visibleText(from.name)),
    ...(provenance.agent === null ? [] : [text.learntBy(visibleText(provenance.agent))]),
    ...(provenance.approvedBy === null
      ? []
      : [text.approvedBy(visibleText(provenance.approvedBy))]),
    ...(provenance.sharedBy.length === 0
      ? []
      : [text.through(commonText.inRow(provenance.sharedBy.map((each) => visibleText(each))))]),
  ];
  return (
    <li className="soft-line-below stack review-item">
      <div className="side-by-side at-top review-head">
        {onSelect === undefined ? null : (
          <Checkbox
            checked={isSelected ?? false}
            label={<span className="visually-hidden">{knowledgeText.select(name)}</span>}
            onChange={onSelect}
          />
        )}
        <div className="stack-tight grow">
          <h2 className="row-close breakable" dir="auto">
            <TypeMark type={item.type} />
            <bdi lang="">{name}</bdi>
          </h2>
          <p className="small muted breakable">
            {commonText.inRow(facts)}
            {' · '}
            <LiveTime as="ago" at={item.receivedAt} />
          </p>
          <div className="row-wrap">
            <SignatureBadge of={item.signature} />
            <span className="small">
              {item.state === 'held'
                ? text.strategies[item.strategy]
                : item.state === 'absorbed'
                  ? text.strategyDone[item.strategy]
                  : null}
            </span>
            {item.memoryId === null ? null : (
              <span className="small">
                <MemoryLink memory={{ id: item.memoryId, name: text.memory }} />
              </span>
            )}
          </div>
        </div>
      </div>
      <div className="stack incoming-body">
        {item.conflicts.map((conflict) => (
          <ConflictView conflict={conflict} key={`${conflict.kind} ${conflict.with.id}`} />
        ))}
        <details>
          <summary className="muted">{text.says}</summary>
          <div className="knowledge-inset">
            <MemoryContent content={item.item.content} type={item.type} />
          </div>
        </details>
      </div>
      {children}
    </li>
  );
}
