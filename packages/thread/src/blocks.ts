import { foldMarkerOf, maxFoldDepth } from './open-folds.ts';
import type { MessageItem, OpenFold, Part } from './thread.ts';

/** Parts that share a block id, or a run of parts without one. */
export interface Block {
  kind: 'block';
  /** Stable while the message grows. */
  key: string;
  blockId: string | null;
  background: string | null;
  parts: Part[];
}
/** A collapsible section: what lies between a `fold` start and its end, or the end of the message. */
export interface Fold {
  kind: 'fold';
  key: string;
  title: string;
  folded: boolean;
  /** The end marker has come. */
  closed: boolean;
  nodes: BlockNode[];
}
export type BlockNode = Block | Fold;

const known = new WeakMap<MessageItem, readonly BlockNode[]>();

/** The parts of a message grouped by block id (at the place of the first) and by fold ranges (HAI section 4). Same reference per message. */
export function blocksOf(message: MessageItem): readonly BlockNode[] {
  const before = known.get(message);
  if (before !== undefined) return before;
  const nodes = group(message);
  known.set(message, nodes);
  return nodes;
}

interface Level {
  nodes: BlockNode[];
  blocks: Map<string, Block>;
}

function group({ continues = [], parts }: MessageItem): BlockNode[] {
  const root: Level = { nodes: [], blocks: new Map() };
  const folds: { fold: Fold; level: Level }[] = [];
  const open = ({ title, folded }: OpenFold, key: string) => {
    const nodes: BlockNode[] = [];
    const fold: Fold = { kind: 'fold', key, title, folded, closed: false, nodes };
    (folds.at(-1)?.level ?? root).nodes.push(fold);
    folds.push({ fold, level: { nodes, blocks: new Map() } });
  };
  for (const [depth, fold] of continues.entries()) open(fold, `fold-continued-${depth}`);
  for (const [place, part] of parts.entries()) {
    const marker = foldMarkerOf(part);
    if (marker === null) addPart(folds.at(-1)?.level ?? root, part, place);
    else if (marker.end) {
      const innermost = folds.pop();
      if (innermost !== undefined) innermost.fold.closed = true;
    } else if (folds.length < maxFoldDepth) open(marker, `fold-${place}`);
  }
  return root.nodes;
}

function addPart({ nodes, blocks }: Level, part: Part, place: number): void {
  const background = part.kind === 'thinking' ? null : (part.background ?? null);
  const last = nodes.at(-1);
  const block =
    part.blockId === undefined
      ? last?.kind === 'block' && last.blockId === null
        ? last
        : undefined
      : blocks.get(part.blockId);
  if (block !== undefined) {
    block.parts.push(part);
    block.background ??= background;
    return;
  }
  const blockId = part.blockId ?? null;
  const fresh: Block = { kind: 'block', key: `block-${place}`, blockId, background, parts: [part] };
  nodes.push(fresh);
  if (blockId !== null) blocks.set(blockId, fresh);
}
