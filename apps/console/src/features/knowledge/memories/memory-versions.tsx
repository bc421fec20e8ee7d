import { useState } from 'react';
import { useAgentNames } from '../../../live/agent-names.ts';
import type { MemoryDetail } from '../../../live/knowledge-types.ts';
import { LiveTime } from '../../../live/session/live-time.tsx';
import { detailText as text } from '../../../text/knowledge.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { MemoryContent } from './memory-content.tsx';

/** What it said before, by whom it was replaced, and why; the newest first. */
export function MemoryVersions({ memory }: { memory: MemoryDetail }) {
  const nameOf = useAgentNames();
  const [shown, setShown] = useState<number | null>(null);
  if (memory.versions.length === 0) return <p className="muted">{text.noVersions}</p>;
  return (
    <ul className="knowledge-lines">
      {memory.versions.map((revision) => {
        const isShown = shown === revision.version;
        return (
          <li className="soft-line-between stack-tight close-line" key={revision.version}>
            <span className="row-wrap">
              <span>{text.replaced(revision.version)}</span>
              <span className="muted">
                <LiveTime as="ago" at={revision.at} />
                {', '}
                {text.by(visibleText(nameOf(`operator:${revision.by}`)))}
              </span>
              <button
                aria-expanded={isShown}
                className="link small to-end"
                onClick={() => setShown(isShown ? null : revision.version)}
                type="button"
              >
                {isShown ? text.hideVersion : text.showVersion}
              </button>
            </span>
            {revision.why === '' ? null : (
              <span className="breakable muted" dir="auto" lang="">
                {visibleText(revision.why)}
              </span>
            )}
            {isShown ? (
              <div className="inset ruled">
                <MemoryContent content={revision.content} type={memory.type} />
              </div>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
