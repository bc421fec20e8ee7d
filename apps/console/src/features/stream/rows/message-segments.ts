import type { OpenFold, Part } from '@countersign/thread/thread';
import { recordOf } from '../../../ui/json/record-of.ts';

export type ThinkingPart = Extract<Part, { kind: 'thinking' }>;
export type OutputPart = Extract<Part, { kind: 'output' }>;

/** A piece of a message body: one part, a foldable section of parts, or the parts of one block. */
export type BodyNode =
  | { kind: 'part'; key: string; part: Part }
  | { kind: 'fold'; key: string; title: string; folded: boolean; nodes: BodyNode[] }
  | {
      kind: 'block';
      key: string;
      blockId: string;
      background: string | null;
      nodes: BodyNode[];
    };

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

type Block = Extract<BodyNode, { kind: 'block' }>;

/** The boxes of one section by block id: parts that share one are in one box, at the place of the first of them. */
type Blocks = Map<string, Block>;

function pushNode(nodes: BodyNode[], blocks: Blocks, node: BodyNode, part: Part): void {
  const { blockId } = part;
  if (blockId === undefined) {
    nodes.push(node);
    return;
  }
  const background = part.kind === 'thinking' ? null : (part.background ?? null);
  const known = blocks.get(blockId);
  if (known !== undefined) {
    known.nodes.push(node);
    known.background ??= background;
    return;
  }
  const key = `block-${node.key}`;
  const block: Block = { kind: 'block', key, blockId, background, nodes: [node] };
  blocks.set(blockId, block);
  nodes.push(block);
}

/** Block ids that several parts share: such a part is never a separate row. */
function sharedBlocks(parts: readonly Part[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { blockId } of parts) {
    if (blockId === undefined) continue;
    if (seen.has(blockId)) shared.add(blockId);
    seen.add(blockId);
  }
  return shared;
}

/** Sections in sections beyond this are drawn one after the other: a page that is too deep breaks the browser. */
const MAX_FOLDS = 8;

/**
 * Splits a message into segments, within the sections an earlier part of it left open (`continues`). A fold that is never closed
 * extends to the end of the message.
 */
export function messageSegments(
  parts: readonly Part[],
  continues: readonly OpenFold[] = [],
): Segment[] {
  const segments: Segment[] = [];
  const folds: { nodes: BodyNode[]; blocks: Blocks }[] = [];
  const rootBlocks: Blocks = new Map();
  const shared = sharedBlocks(parts);
  const body = (key: string): BodyNode[] => {
    const inner = folds.at(-1);
    if (inner) return inner.nodes;
    const last = segments.at(-1);
    if (last?.kind === 'body') return last.nodes;
    const nodes: BodyNode[] = [];
    segments.push({ kind: 'body', key, nodes });
    return nodes;
  };
  const openFold = (fold: OpenFold, key: string) => {
    const nodes: BodyNode[] = [];
    body(key).push({ kind: 'fold', key, title: fold.title, folded: fold.folded, nodes });
    folds.push({ nodes, blocks: new Map() });
  };
  for (const [depth, fold] of continues.slice(0, MAX_FOLDS).entries()) {
    openFold(fold, `continued-${depth}`);
  }
  for (const [index, part] of parts.entries()) {
    const key = `part-${index}`;
    const fold = foldOf(part);
    const isRow = folds.length === 0 && !(part.blockId !== undefined && shared.has(part.blockId));
    if (fold) {
      const inner = folds.at(-1);
      if (fold.position === 'end') folds.pop();
      else if (inner !== undefined && folds.length >= MAX_FOLDS) {
        inner.nodes.push({ kind: 'part', key, part });
        folds.push(inner);
      } else openFold(fold, key);
    } else if (isRow && part.kind === 'thinking') {
      segments.push({ kind: 'thinking', key, part });
    } else if (isRow && part.kind === 'output' && part.output.type === 'toolCallShow') {
      segments.push({ kind: 'tools', key, part });
    } else {
      const blocks = folds.at(-1)?.blocks ?? rootBlocks;
      const isKnown = part.blockId !== undefined && blocks.has(part.blockId);
      // A part that joins an earlier box opens no new body.
      pushNode(isKnown ? [] : body(key), blocks, { kind: 'part', key, part }, part);
    }
  }
  return segments;
}
