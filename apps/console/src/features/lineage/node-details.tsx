import { waitsForPrompt } from '@countersign/thread/blast-radius';
import type { Lineage, LineageNode } from '@countersign/thread/lineage';
import type { Thread } from '@countersign/thread/thread';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { commonText, lineageText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { AgentAvatar, PersonAvatar } from '../../ui/avatar.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { formatClock, formatExact, formatSpan } from '../../ui/format-time.ts';
import { NodeMark } from './graph-node.tsx';

interface NodeDetailsProps {
  thread: Thread;
  lineage: Lineage;
  node: LineageNode;
  /** From the node up to its root. */
  path: readonly LineageNode[];
  nameOf: (agentId: string) => string;
  promptLink: (promptId: string, children: ReactNode, className?: string) => ReactNode;
  onSelect: (id: string) => void;
  onShow: (node: LineageNode) => void;
  onClose: () => void;
}

function remarkOf(lineage: Lineage, node: LineageNode): string | null {
  if (node.kind === 'missing') return text.missing;
  if (node.cyclic) return text.cyclic;
  if (lineage.orphans.includes(node.id)) return text.orphan;
  return node.inferred && node.parentId !== null ? text.inferred : null;
}

/** What a node is, why it is there step by step, and who waits for it. */
export function NodeDetails(props: NodeDetailsProps) {
  const { thread, lineage, node, nameOf, promptLink, onShow, onClose } = props;
  const remark = remarkOf(lineage, node);
  const isOpenPrompt = node.promptId !== null && node.kind === 'prompt' && node.state === 'open';
  return (
    <aside aria-label={text.details} className="scrolls on-panel side-pane lineage-side">
      <section className="stack">
        <div className="row-tight">
          <NodeMark node={node} />
          <span className="small">
            {text.kind(node.kind)}
            {node.state === null ? '' : `${commonText.comma}${text.state(node.state)}`}
          </span>
          <span className="muted small tabular">{Math.floor(node.sequence)}</span>
          <span className="grow" />
          <IconButton icon={X} label={text.close} onClick={onClose} />
        </div>
        <h2 className="breakable" dir="auto" lang="">
          {visibleText(text.label(node.label, node.says))}
        </h2>
        {node.agentId === '' ? null : (
          <p className="row-tight small">
            <Face agentId={node.agentId} name={nameOf(node.agentId)} />
            {visibleText(nameOf(node.agentId))}
            <time className="muted" title={formatExact(node.startedAt)}>
              {formatClock(node.startedAt)}
            </time>
          </p>
        )}
        {remark === null ? null : <p className="small muted">{remark}</p>}
        <div className="row-wrap">
          {node.promptId === null ? null : promptLink(node.promptId, text.openDecision, 'button')}
          {node.itemKey === null ? null : (
            <Button onClick={() => onShow(node)}>{text.showInStream}</Button>
          )}
        </div>
      </section>
      <Steps {...props} />
      {isOpenPrompt ? (
        <Waits nameOf={nameOf} waiting={waitsForPrompt(thread, node.promptId ?? '')} />
      ) : null}
    </aside>
  );
}

function Face({ agentId, name }: { agentId: string; name: string }) {
  return agentId.startsWith('operator:') ? (
    <PersonAvatar name={name} />
  ) : (
    <AgentAvatar name={name} />
  );
}

function Steps({ node, path, nameOf, onSelect }: NodeDetailsProps) {
  const fromRoot = path.toReversed();
  const [root] = fromRoot;
  if (root === undefined || fromRoot.length < 2) return null;
  return (
    <section className="stack">
      <div className="panel-section-head">
        <h3>{node.kind === 'prompt' ? text.why : text.whence}</h3>
        <span className="small muted">
          {text.steps(fromRoot.length, formatSpan(node.startedAt - root.startedAt))}
        </span>
      </div>
      <ol aria-label={text.whence} className="anchor steps">
        {fromRoot.map((step, index) => (
          <li className="anchor stack small" key={step.id}>
            <span className="path-number">{index + 1}</span>
            <button
              className="link strong truncate"
              onClick={() => onSelect(step.id)}
              type="button"
              dir="auto"
              lang=""
            >
              {visibleText(text.label(step.label, step.says))}
            </button>
            <time className="muted mono small" title={formatExact(step.startedAt)}>
              {formatClock(step.startedAt)}
            </time>
            <p className="muted truncate" dir="auto">
              {visibleText(nameOf(step.agentId))} · {text.kind(step.kind)}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Waits({
  waiting,
  nameOf,
}: {
  waiting: ReturnType<typeof waitsForPrompt>;
  nameOf: (agentId: string) => string;
}) {
  return (
    <section className="stack">
      <div className="panel-section-head">
        <h3>{text.waits}</h3>
        <span className="small muted tabular">{waiting.length}</span>
      </div>
      {waiting.length === 0 ? (
        <p className="small muted">{text.nobodyWaits}</p>
      ) : (
        <ul className="small">
          {waiting.map(({ who, what }) => (
            <li className="row-tight" key={who}>
              <Face agentId={who} name={nameOf(who)} />
              <span dir="auto">
                {visibleText(nameOf(who))}
                {what === null ? '' : `: ${visibleText(what)}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
