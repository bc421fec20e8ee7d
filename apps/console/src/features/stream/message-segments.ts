import type { Part } from '@countersign/thread/thread';
import { recordOf } from '../../ui/json/record-of.ts';

export type ThinkingPart = Extract<Part, { kind: 'thinking' }>;
export type OutputPart = Extract<Part, { kind: 'output' }>;

/** A piece of a message body: one part, a foldable section of parts, or the parts of one block. */
export type BodyNode =
  | { kind: 'part'; key: string; part: Part }
  | { kind: 'fold'; key: string; title: string; folded: boolean; nodes: BodyNode[] }
  | { kind: 'block'; key: string; background: string | null; nodes: BodyNode[] };

/** A message as the feed shows it: reasoning and tool lists get rows of their own, the rest is body. */
export type Segment =
  | { kind: 'thinking'; key: string; part: ThinkingPart }
  | { kind: 'tools'; key: string; part: OutputPart }
  | { kind: 'body'; key: string; nodes: BodyNode[] };

function foldOf(part: Part): { title: string; folded: boolean; position: unknown } | null {
  if (part.kind !== 'output' || part.output.type !== 'fold') return null;
  const data = recordOf(part.output['data'] ?? part.output);
  return {
    title: typeof data['title'] === 'string' ? data['title'] : '',
    folded: data['fold'] === true,
    position: data['position'],
  };
}

/** Groups consecutive parts of one `blockId`. */
function pushNode(nodes: BodyNode[], node: BodyNode, part: Part): void {
  if (part.blockId === undefined) {
    nodes.push(node);
    return;
  }
  const key = `block-${part.blockId}`;
  const background = part.kind === 'output' ? (part.background ?? null) : null;
  const last = nodes.at(-1);
  if (last?.kind === 'block' && last.key.startsWith(`${key}@`)) {
    last.nodes.push(node);
    last.background ??= background;
  } else nodes.push({ kind: 'block', key: `${key}@${node.key}`, background, nodes: [node] });
}

/** Splits a message into segments. A fold that is never closed reaches to the end of the message. */
export function messageSegments(parts: readonly Part[]): Segment[] {
  const segments: Segment[] = [];
  const folds: BodyNode[][] = [];
  const body = (key: string): BodyNode[] => {
    const inner = folds.at(-1);
    if (inner) return inner;
    const last = segments.at(-1);
    if (last?.kind === 'body') return last.nodes;
    const nodes: BodyNode[] = [];
    segments.push({ kind: 'body', key, nodes });
    return nodes;
  };
  for (const [index, part] of parts.entries()) {
    const key = `part-${index}`;
    const fold = foldOf(part);
    if (fold) {
      if (fold.position === 'end') folds.pop();
      else {
        const nodes: BodyNode[] = [];
        body(key).push({ kind: 'fold', key, title: fold.title, folded: fold.folded, nodes });
        folds.push(nodes);
      }
    } else if (folds.length === 0 && part.kind === 'thinking') {
      segments.push({ kind: 'thinking', key, part });
    } else if (
      folds.length === 0 &&
      part.kind === 'output' &&
      part.output.type === 'toolCallShow'
    ) {
      segments.push({ kind: 'tools', key, part });
    } else pushNode(body(key), { kind: 'part', key, part }, part);
  }
  return segments;
}
