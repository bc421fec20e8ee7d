import type { FailedOperation, Thread } from '@countersign/thread/thread';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { statePanelText as words } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LiveTree } from './live-tree.tsx';
import './state-panel.css';
import { useTracked } from './use-tracked.ts';

const SHOWN = 20;

/** The live state of a task: its tree, what just changed, and the operations that did not apply. */
export function StatePanel({ thread }: { thread: Thread }) {
  const tracked = useTracked(thread);
  return (
    <section aria-label={words.title} className="side-state column">
      <div className="panel-section-head">
        <h2>{words.title}</h2>
        {tracked.latest > 0 ? (
          <span className="small muted tabular">
            {words.changed(tracked.latest, tracked.sequence)}
          </span>
        ) : null}
      </div>
      {thread.state === undefined ? (
        <EmptyState title={words.none}>{words.noneDetail}</EmptyState>
      ) : (
        <LiveTree tracked={tracked} />
      )}
      <FailedOperations operations={thread.failedOperations} />
    </section>
  );
}

function FailedOperations({ operations }: { operations: readonly FailedOperation[] }) {
  const [shown, setShown] = useState(false);
  if (operations.length === 0) return null;
  const latest = operations.slice(-SHOWN).reverse();
  return (
    <div className="failed-ops fault space-above">
      <div className="row small nowrap">
        <Icon of={TriangleAlert} small tone="fail" />
        <span className="grow">{words.failed(operations.length)}</span>
        <button
          aria-expanded={shown}
          className="link small"
          onClick={() => setShown(!shown)}
          type="button"
        >
          {shown ? words.hide : words.show}
        </button>
      </div>
      {shown ? (
        <ul className="scrolls tight-above">
          {latest.map(({ sequence, operation, reason }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: several operations of one event have no other identity
            <li className="row-wrap ink" key={`${sequence}-${index}`}>
              <code>
                {operation.op} {visibleText(operation.path || '/')}
              </code>
              <span className="state-place muted rigid to-end">{sequence}</span>
              <p className="small muted full-width" dir="auto" lang="">
                {visibleText(reason)}
              </p>
            </li>
          ))}
          {operations.length > SHOWN ? (
            <li className="muted small">{words.moreFailed(operations.length - SHOWN)}</li>
          ) : null}
        </ul>
      ) : null}
    </div>
  );
}
