import type { MemoryRow } from '@countersign/api/knowledge-memory';
import type { ReactNode } from 'react';
import { useAgentNames } from '../../../live/agent-names.ts';
import { LiveTime } from '../../../live/session/live-time.tsx';
import { detailText, reviewText as text } from '../../../text/knowledge.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { AgentLabel, MemoryLink, PromptLink } from '../links.tsx';
import { nameOf } from '../memories/memory-facts.tsx';
import { Changes, Words } from './correction-facts.tsx';
import { ReviewHead, type Selection } from './review-head.tsx';
import '../review-item.css';

interface CorrectionItemProps extends Selection {
  row: MemoryRow;
  /** What can be done with it. */
  children: ReactNode;
}

/** A correction: the question, who answered it, what they changed, and what can be done with it. */
export function CorrectionItem({ row, isSelected, onSelect, children }: CorrectionItemProps) {
  const personName = useAgentNames();
  const { correction } = row;
  return (
    <li className="soft-line-below stack review-item">
      <ReviewHead isSelected={isSelected} onSelect={onSelect} name={nameOf(row)}>
        <h2 className="breakable" dir="auto">
          <MemoryLink memory={row} />
        </h2>
        <div className="row-wrap small muted">
          <AgentLabel id={row.agent} />
          {correction === null ? null : (
            <>
              <span>{detailText.choices[correction.choice] ?? visibleText(correction.choice)}</span>
              <span>{text.by(visibleText(personName(`operator:${correction.by}`)))}</span>
            </>
          )}
          <LiveTime as="ago" at={row.at} />
          {correction === null ? null : (
            <PromptLink promptId={correction.promptId}>{detailText.openDecision}</PromptLink>
          )}
        </div>
      </ReviewHead>
      {correction === null ? null : (
        <>
          <Words>{correction.words}</Words>
          <Changes changes={correction.changes} />
        </>
      )}
      {children === null ? null : <div className="row-wrap">{children}</div>}
    </li>
  );
}
