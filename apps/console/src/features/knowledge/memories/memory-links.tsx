import { useState } from 'react';
import type { MemoryDetail } from '../../../live/knowledge-types.ts';
import { detailText, memoryText as text } from '../../../text/knowledge.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { MemoryLink } from '../links.tsx';
import { LinkGraph } from './link-graph.tsx';
import { StatusBadge, TypeMark } from './memory-facts.tsx';

/** The memories it is linked to, as a list or as a graph. */
export function MemoryLinks({ memory }: { memory: MemoryDetail }) {
  const [view, setView] = useState<'list' | 'map'>('list');
  return (
    <section className="panel-section line-below">
      <div className="panel-section-head">
        <h2>{detailText.links}</h2>
        {memory.linkCount === 0 ? null : (
          <Segmented
            label={detailText.graph}
            onChange={setView}
            options={[
              { value: 'list', label: detailText.graphList },
              { value: 'map', label: detailText.graphMap },
            ]}
            value={view}
          />
        )}
      </div>
      {memory.linkCount === 0 ? <p className="muted">{detailText.noLinks}</p> : null}
      {view === 'map' ? <LinkGraph id={memory.id} /> : <LinkList memory={memory} />}
    </section>
  );
}

function LinkList({ memory }: { memory: MemoryDetail }) {
  return (
    <ul className="knowledge-lines">
      {memory.links.map((link) => (
        <li className="row-wrap soft-line-between close-line" key={`${link.kind} ${link.to}`}>
          <span className="muted rigid link-kind">{text.links[link.kind]}</span>
          {link.name === null ? (
            <span className="row-close muted">
              <code className="breakable">{visibleText(link.to)}</code>
              {detailText.missing}
            </span>
          ) : (
            <span className="row-close grow">
              {link.type === null ? null : <TypeMark type={link.type} />}
              <MemoryLink className="truncate" memory={{ id: link.to, name: link.name }} />
              {link.status === null ? null : (
                <StatusBadge memory={{ status: link.status, validUntil: null }} now={0} />
              )}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
