import { waitsForPrompt } from '@countersign/thread/blast-radius';
import type { Lineage, LineageNode } from '@countersign/thread/lineage';
import type { Thread } from '@countersign/thread/thread';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { lineageText as text } from '../../text/lineage.ts';
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
    <aside aria-label={text.details} className="lin-side">
      <section>
        <div className="row-s">
          <NodeMark node={node} />
          <span className="s">
            {text.kind(node.kind)}
            {node.state === null ? '' : `, ${node.state}`}
          </span>
          <span className="m s tn">{Math.floor(node.sequence)}</span>
          <span className="grow" />
          <IconButton icon={X} label={text.close} onClick={onClose} />
        </div>
        <h2 className="wrap" dir="auto">
          {visibleText(node.label)}
        </h2>
        {node.agentId === '' ? null : (
          <p className="row-s s">
            <Face agentId={node.agentId} name={nameOf(node.agentId)} />
            {visibleText(nameOf(node.agentId))}
            <time className="m" title={formatExact(node.startedAt)}>
              {formatClock(node.startedAt)}
            </time>
          </p>
        )}
        {remark === null ? null : <p className="s m">{remark}</p>}
        <div className="row">
          {node.promptId === null ? null : promptLink(node.promptId, text.openDecision, 'btn')}
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
    <section>
      <div className="sec-h">
        <h3>{node.kind === 'prompt' ? text.why : text.whence}</h3>
        <span className="s m">
          {text.steps(fromRoot.length, formatSpan(node.startedAt - root.startedAt))}
        </span>
      </div>
      <ol aria-label={text.whence} className="steps">
        {fromRoot.map((step, index) => (
          <li key={step.id}>
            <span className="n">{index + 1}</span>
            <button className="link cut" onClick={() => onSelect(step.id)} type="button" dir="auto">
              {visibleText(step.label)}
            </button>
            <time className="m mono s" title={formatExact(step.startedAt)}>
              {formatClock(step.startedAt)}
            </time>
            <p className="cut" dir="auto">
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
    <section>
      <div className="sec-h">
        <h3>{text.waits}</h3>
        <span className="s m tn">{waiting.length}</span>
      </div>
      {waiting.length === 0 ? (
        <p className="s m">{text.nobodyWaits}</p>
      ) : (
        <ul className="vs s">
          {waiting.map(({ who, what }) => (
            <li className="row-s" key={who}>
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
