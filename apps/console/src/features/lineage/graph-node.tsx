import type { LineageNode } from '@countersign/thread/lineage';
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { clsx } from 'clsx';
import {
  Ban,
  CircleCheck,
  CircleHelp,
  CirclePause,
  CirclePlay,
  type LucideIcon,
  OctagonX,
  TimerOff,
} from 'lucide-react';
import { memo } from 'react';
import { figure } from '../../text/count.ts';
import { commonText, lineageText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { initialsOf } from '../../ui/avatar.tsx';
import { Diamond, Icon, type Tone } from '../../ui/icon.tsx';
import { SplitTitle } from '../../ui/texts/split-title.tsx';
import type { TitleParts } from '../../ui/texts/split-titles.ts';
import { nodeHeight, nodeWidth } from './layout.ts';

export interface GraphNodeData extends Record<string, unknown> {
  node: LineageNode;
  who: string;
  /** Its title in parts, when another begins alike. */
  split: TitleParts | undefined;
  hidden: number;
  /** Place on the path to the root, 1 = the root; null = not on it. */
  step: number | null;
  selected: boolean;
}
export type GraphNodeType = Node<GraphNodeData, 'lineage'>;

const marks: Record<string, { icon: LucideIcon; tone: Tone; fill?: boolean }> = {
  completed: { icon: CircleCheck, tone: 'done' },
  done: { icon: CircleCheck, tone: 'done' },
  acknowledged: { icon: CircleCheck, tone: 'done' },
  answered: { icon: CircleCheck, tone: 'done' },
  failed: { icon: OctagonX, tone: 'fail' },
  undeliverable: { icon: OctagonX, tone: 'fail' },
  cancelled: { icon: Ban, tone: 'idle' },
  withdrawn: { icon: Ban, tone: 'idle' },
  expired: { icon: Ban, tone: 'idle' },
  writing: { icon: CirclePlay, tone: 'run' },
  paused: { icon: CirclePause, tone: 'hold' },
  open: { icon: CirclePlay, tone: 'run' },
  called: { icon: CirclePlay, tone: 'run' },
  arguments: { icon: CirclePlay, tone: 'run' },
};

/** The state of a node as a mark; the text is in its title and its details. */
export function NodeMark({ node }: { node: LineageNode }) {
  if (node.kind === 'prompt' && node.state === 'open') {
    return <Diamond filled={node.followup !== true} small />;
  }
  if (node.missed === true) return <Icon of={TimerOff} small tone="idle" />;
  if (node.kind === 'missing') return <Icon of={CircleHelp} small tone="idle" />;
  const mark = Object.hasOwn(marks, node.state ?? '') ? marks[node.state ?? ''] : undefined;
  return mark === undefined ? null : <Icon of={mark.icon} small tone={mark.tone} />;
}

const isPerson = (node: LineageNode) =>
  node.agentId.startsWith('operator:') || node.kind === 'answer';

export const nodeClass = (node: LineageNode): string =>
  clsx(
    'lineage-node anchor on-canvas framed ink stack small hovers',
    isPerson(node) && 'node-person',
    node.kind === 'tool-call' && 'node-tool',
    node.kind === 'missing' && 'node-missing muted',
  );

/** What it is called on screen: calls of one tool differ by what they were given. */
export const titleOf = (node: LineageNode): string =>
  visibleText(
    node.given === undefined ? text.label(node.label, node.says) : `${node.label} ${node.given}`,
  );

function Body({ data }: NodeProps<GraphNodeType>) {
  const { node, who, split, hidden, step, selected } = data;
  const kind = isPerson(node) ? text.person : text.kind(node.kind);
  return (
    <div
      className={clsx(
        nodeClass(node),
        step !== null && 'node-on-path',
        selected && 'node-selected',
      )}
      style={{ width: nodeWidth, height: nodeHeight }}
      title={commonText.pair(
        [visibleText(who), kind, ...(node.state === null ? [] : [text.state(node.state)])].join(
          commonText.comma,
        ),
        visibleText(text.label(node.label, node.says)),
      )}
    >
      <Handle className="node-pin" isConnectable={false} position={Position.Top} type="target" />
      <SplitTitle
        className={split === undefined ? 'node-title two-lines' : 'node-title'}
        split={split}
        text={titleOf(node)}
      />
      <NodeMark node={node} />
      <span className="node-key mono muted truncate full-row" dir="auto">
        {initialsOf(who).toLowerCase()} · {kind} · {Math.floor(node.sequence)}
      </span>
      {step === null ? null : <span className="path-number">{step}</span>}
      {hidden > 0 ? (
        <span className="node-more small muted on-panel framed" title={text.hidden(hidden)}>
          +{figure(hidden)}
        </span>
      ) : null}
      <Handle className="node-pin" isConnectable={false} position={Position.Bottom} type="source" />
    </div>
  );
}

/** One message in the graph. */
export const GraphNode = memo(Body);
