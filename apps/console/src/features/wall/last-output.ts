import type {
  MessageItem,
  Part,
  Thread,
  ThreadItem,
  ToolCallItem,
} from '@countersign/thread/thread';
import { storedReason } from '../../text/statements/stored-reason.ts';
import { recordOf } from '../../ui/json/record-of.ts';
import { shareOf } from '../../ui/marks/progress.tsx';

export interface ToolLine {
  key: string;
  name: string;
  description: string;
  /** 0 to 1; null = not given. */
  share: number | null;
}

/** The last message and activity of a task, as far as it fits a tile. */
export interface LastOutput {
  /** The end of the last message. */
  text: string;
  writing: boolean;
  tools: readonly ToolLine[];
  call: ToolCallItem | null;
  /** Reasoning right before the text; seconds, null = not known. */
  thought: { seconds: number | null; thinking: boolean } | null;
  step: string | null;
  /** Agents whose connection is lost. */
  lost: readonly string[];
  error: { message: string; code: string | null } | null;
}

/** Tiles are drawn many times a second: older items are not searched. */
const LOOK_BACK = 400;
const TAIL = 1_600;
const MAX_TOOLS = 5;

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** The end of a text from a line's beginning, so that lists and headings stay what they are. */
export function tailOf(text: string): string {
  const trimmed = text.trimEnd();
  if (trimmed.length <= TAIL) return trimmed;
  const tail = trimmed.slice(-TAIL);
  const line = tail.indexOf('\n');
  return line >= 0 && line < TAIL - 80 ? tail.slice(line + 1) : `…${tail}`;
}

function toolLines(part: Part): ToolLine[] {
  if (part.kind !== 'output' || part.output.type !== 'toolCallShow') return [];
  const { tools } = recordOf(part.output['data']);
  const list: unknown[] = Array.isArray(tools) ? tools : [];
  return list.slice(-MAX_TOOLS).map((entry, index) => {
    const tool = recordOf(entry);
    return {
      key: textOf(tool['id']) || String(index),
      name: textOf(tool['name']),
      description: textOf(tool['description']),
      share: shareOf(tool['progress']),
    };
  });
}

function readMessage(found: LastOutput, message: MessageItem): void {
  for (const part of message.parts.toReversed()) {
    if (part.kind === 'text' && found.text === '' && part.text.trim() !== '') {
      found.text = tailOf(part.text);
      found.writing = message.open;
    } else if (part.kind === 'thinking' && found.thought === null) {
      found.thought = {
        seconds: part.elapsedSeconds,
        thinking: message.open && part.thinking && found.text === '',
      };
    } else if (found.tools.length === 0) found.tools = toolLines(part);
    if (found.text !== '') return;
  }
}

function readItem(found: LastOutput, item: ThreadItem, received: Set<string>): void {
  switch (item.kind) {
    case 'message':
      if (found.text === '' && item.role !== 'user' && item.role !== 'developer') {
        readMessage(found, item);
      }
      break;
    case 'tool-call':
      if (found.text === '' && found.call === null) found.call = item;
      break;
    case 'step':
      if (found.step === null && item.status === 'finished') found.step = item.stepName;
      break;
    case 'run':
      if (item.status === 'failed' && found.error === null) {
        found.error = {
          message: item.error === undefined ? '' : storedReason(item.error, item.statement),
          code: item.code ?? null,
        };
      }
      break;
    case 'connection':
      if (
        !received.has(item.agentId) &&
        (item.change === 'lost' || item.change === 'reconnecting')
      ) {
        found.lost = [...found.lost, item.agentId];
      }
      received.add(item.agentId);
      break;
  }
}

const known = new WeakMap<Thread['items'], LastOutput>();

/** Reads the end of a thread. The same result as long as its items are the same. */
export function lastOutputOf({ items }: Pick<Thread, 'items'>): LastOutput {
  const before = known.get(items);
  if (before !== undefined) return before;
  const found: LastOutput = {
    text: '',
    writing: false,
    tools: [],
    call: null,
    thought: null,
    step: null,
    lost: [],
    error: null,
  };
  const received = new Set<string>();
  const end = Math.max(0, items.length - LOOK_BACK);
  for (let at = items.length - 1; at >= end; at -= 1) {
    const item = items[at];
    if (item !== undefined) readItem(found, item, received);
  }
  known.set(items, found);
  return found;
}
