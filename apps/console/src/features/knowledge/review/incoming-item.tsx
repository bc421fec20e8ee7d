import type { Incoming } from '@countersign/api/knowledge-sharing';
import { BadgeCheck, CircleHelp, OctagonX, ShieldOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { LiveTime } from '../../../live/session/live-time.tsx';
import { incomingText as text } from '../../../text/knowledge.ts';
import { commonText } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { MemoryLink } from '../links.tsx';
import { nameOf, TypeMark } from '../memories/memory-facts.tsx';
import { ReceivedContent } from '../sharing/received-content.tsx';
import { ReviewHead, type Selection } from './review-head.tsx';
import '../review-item.css';

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

interface IncomingItemProps extends Selection {
  item: Incoming;
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
      <ReviewHead isSelected={isSelected} onSelect={onSelect} name={name}>
        <h2 className="breakable" dir="auto">
          <TypeMark type={item.type} /> <bdi lang="">{name}</bdi>
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
      </ReviewHead>
      <ReceivedContent conflicts={item.conflicts} content={item.item.content} type={item.type} />
      {children}
    </li>
  );
}
