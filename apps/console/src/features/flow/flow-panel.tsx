import { quietWaits } from '@countersign/thread/quiet-waits';
import type { Thread } from '@countersign/thread/thread';
import { type Lane, timelineOf } from '@countersign/thread/timeline';
import { useMemo } from 'react';
import { durationLabels, flowText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { usePhone } from '../../ui/hooks/use-phone.ts';
import { Chain } from './chain.tsx';
import { type FlowTask, flowOf, workItemsOf } from './flow.ts';
import { FlowDrawing } from './flow-drawing.tsx';
import { StatusIcon } from './status-icon.tsx';
import './flow.css';

interface FlowPanelProps {
  thread: Thread;
  nameOf: (agentId: string) => string;
  /** The moment shown, epoch ms. */
  now: () => number;
  /** Shows a place in the stream. */
  onShow: (itemKey: string) => void;
}

/** How long a piece of work took; time spent only waiting for a person is shown separately. */
function tookWords(lanes: readonly Lane[], of: { from: number; to: number }): string {
  const waited = quietWaits(lanes, of).reduce((sum, { from, to }) => sum + to - from, 0);
  const all = of.to - of.from;
  // A wait that is all there is, is the length itself.
  return waited < 1_000 || waited >= all
    ? durationLabels(all)
    : text.waited(durationLabels(all - waited), durationLabels(waited));
}

/** The work of a task: the plan, the hand-overs, and the steps and calls in which it was done. */
export function FlowPanel({ thread, nameOf, now, onShow }: FlowPanelProps) {
  const { state, run } = thread;
  const roots = useMemo(() => flowOf(thread), [thread]);
  const items = useMemo(() => workItemsOf({ state, run }), [state, run]);
  const phone = usePhone();
  const waits = useMemo(() => timelineOf(thread).lanes, [thread]);
  const took = (from: number, to: number | null) => tookWords(waits, { from, to: to ?? now() });
  if (roots.length === 0 && items.length === 0) {
    return (
      <div className="flow stack scroll-area">
        <EmptyState title={text.empty}>{text.emptyDetail}</EmptyState>
      </div>
    );
  }
  const done = items.filter(({ status }) => status === 'done').length;
  return (
    <div className="flow stack scroll-area">
      {items.length === 0 ? null : (
        <section aria-label={text.plan}>
          <h2 className="small space-below">
            {text.plan} <span className="muted regular">{text.planned(done, items.length)}</span>
          </h2>
          <ol className="side-by-side fine-print wrapping flow-plan">
            {items.map((item) => (
              <li className={`row-close framed anchor flow-${item.status}`} key={item.id}>
                <StatusIcon status={item.status} />
                {visibleText(item.name)}
              </li>
            ))}
          </ol>
        </section>
      )}
      {phone || roots.every(({ children }) => children.length === 0) ? null : (
        <section aria-label={text.progress}>
          <h2 className="small space-below">{text.progress}</h2>
          <FlowDrawing nameOf={nameOf} onShow={onShow} roots={roots} took={took} />
        </section>
      )}
      <section aria-label={text.chain}>
        <h2 className="small space-below">{text.chain}</h2>
        <Tasks nameOf={nameOf} onShow={onShow} tasks={roots} took={took} />
      </section>
    </div>
  );
}

interface TasksProps {
  tasks: readonly FlowTask[];
  nameOf: (agentId: string) => string;
  onShow: (itemKey: string) => void;
  took: (from: number, to: number | null) => string;
}

/** The same tree as nested lists, for screen readers. */
function Tasks(props: TasksProps) {
  return (
    <ul className="flow-list">
      {props.tasks.map((task) => (
        <li key={task.key}>
          <Chain {...props} task={task} />
          {task.children.length === 0 ? null : <Tasks {...props} tasks={task.children} />}
        </li>
      ))}
    </ul>
  );
}
