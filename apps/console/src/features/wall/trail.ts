import type { Thread, ThreadItem } from '@countersign/thread/thread';
import { inRow } from '../../text/count.ts';

/** One line of the activity of a task. */
export interface TrailLine {
  key: string;
  kind: 'words' | 'call' | 'step' | 'hand-over';
  at: number;
  /** Who did it. */
  by: string;
  text: string;
  failed: boolean;
}

const MAX_LINES = 24;
const LOOK_BACK = 400;
const MAX_CHARS = 200;

/** The beginning of a text on one line, without the marks of Markdown. */
function firstWords(text: string): string {
  return text
    .slice(0, MAX_CHARS * 2)
    .replace(/[*_`#>|]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_CHARS);
}

function wordsOf(item: ThreadItem): Pick<TrailLine, 'kind' | 'text'> | null {
  switch (item.kind) {
    case 'message': {
      const said = item.parts.findLast((part) => part.kind === 'text' && part.text.trim() !== '');
      return said?.kind === 'text' ? { kind: 'words', text: firstWords(said.text) } : null;
    }
    case 'up-message':
      return item.message.explanation === undefined || item.promptId !== null
        ? null
        : { kind: 'words', text: firstWords(item.message.explanation) };
    case 'tool-call':
      return item.name === '' ? null : { kind: 'call', text: item.name };
    case 'step':
      return { kind: 'step', text: item.stepName };
    case 'exchange': {
      const tasks = inRow(item.tasks.map(({ name }) => name));
      return tasks === '' ? null : { kind: 'hand-over', text: firstWords(tasks) };
    }
    default:
      return null;
  }
}

/**
 * The last activity of a task, the newest first: messages, calls, steps, hand-overs. For a tile with enough space. The last
 * message of an agent is left out where the tile shows it already.
 */
export function trailOf(
  { items }: Pick<Thread, 'items'>,
  { isSaid }: { isSaid: boolean },
): TrailLine[] {
  const lines: TrailLine[] = [];
  let skips = isSaid;
  const end = Math.max(0, items.length - LOOK_BACK);
  for (let at = items.length - 1; at >= end && lines.length < MAX_LINES; at -= 1) {
    const item = items[at];
    const words = item === undefined ? null : wordsOf(item);
    if (item === undefined || words === null || words.text === '') continue;
    if (skips && item.kind === 'message' && item.role !== 'user') {
      skips = false;
      continue;
    }
    lines.push({
      ...words,
      key: item.key,
      at: item.startedAt,
      by: item.agentId,
      failed: item.kind === 'tool-call' && item.status === 'failed',
    });
  }
  return lines;
}
