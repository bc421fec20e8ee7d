import { updatableId } from './fold/updatable.ts';
import type { Thread, ThreadItem } from './thread.ts';

/**
 * The positions of items in a thread, so that events need no search. Mutable, never part of the thread:
 * it belongs to the newest thread of a line and is rebuilt for a thread without one.
 */
export interface ThreadIndex {
  /** Lookup key → position of the newest item with it. */
  newest: Map<string, number>;
  keys: Set<string>;
  /** How many items share a base key. */
  repeats: Map<string, number>;
  /** Positions of items that the end of their run closes. */
  open: Set<number>;
  /** Owner, type and id of an output → the item and the part that show it and are updated in place. */
  updatables: Map<string, { position: number; place: number }>;
  /** Control id → its place in `thread.controls`. */
  controls: Map<string, number>;
  agents: Set<string>;
  /** Id of a message → id of its prompt: journals of older releases hold ids of another form. */
  promptOf: Map<string, string>;
  /** Run → the agent of its stream, cached. */
  connections: Map<string, string>;
}

/** The lookup keys of the vocabulary. Keys in capital letters are scoped to the sender: two agents may use the same id. */
export const lookup = {
  message: (messageId: string) => `m ${messageId}`,
  messageOf: (agentId: string, messageId: string) => `M ${agentId}\u0000${messageId}`,
  toolCall: (toolCallId: string) => `t ${toolCallId}`,
  toolCallOf: (agentId: string, toolCallId: string) => `T ${agentId}\u0000${toolCallId}`,
  step: (agentId: string, stepName: string) => `S ${agentId}\u0000${stepName}`,
  exchange: (agentId: string, messageId: string) => `X ${agentId}\u0000${messageId}`,
  lastExchange: (agentId: string) => `x ${agentId}`,
  run: (agentId: string, runId: string | null) => `R ${agentId}\u0000${runId ?? ''}`,
  runById: (runId: string) => `r ${runId}`,
  upMessage: (messageId: string) => `u ${messageId}`,
  prompt: (promptId: string) => `p ${promptId}`,
  control: (controlId: string) => `c ${controlId}`,
  connection: (agentId: string) => `n ${agentId}`,
  derivedAnomaly: () => 'q',
  leftOut: (agentId: string, leftOut: string) => `b ${leftOut} ${agentId}`,
  refusedName: (agentId: string, detail: string) => `N ${agentId}\u0000${detail}`,
} as const;

/**
 * Who owns an output that is updated in place: the message, in all its parts; a tool list belongs to the run, so that
 * tools of a later message are added to it.
 */
export function updatableKey(
  { agentId, runId, messageId }: { agentId: string; runId: string | null; messageId: string },
  type: string,
  outputId: string,
): string {
  const owner = type === 'toolCallShow' ? '' : messageId;
  return [agentId, runId ?? '', owner, type, outputId].join('\u0000');
}

function lookupKeysOf(item: ThreadItem): string[] {
  const { agentId } = item;
  switch (item.kind) {
    case 'message':
      return [item.messageId, ...(item.repeatedAs ?? [])].flatMap((id) => [
        lookup.message(id),
        lookup.messageOf(agentId, id),
      ]);
    case 'tool-call':
      return [lookup.toolCall(item.toolCallId), lookup.toolCallOf(agentId, item.toolCallId)];
    case 'step':
      return [lookup.step(agentId, item.stepName)];
    case 'exchange': {
      const last = lookup.lastExchange(agentId);
      return item.messageId === undefined
        ? [last]
        : [last, lookup.exchange(agentId, item.messageId)];
    }
    case 'run':
      return item.runId === null
        ? [lookup.run(agentId, null)]
        : [lookup.run(agentId, item.runId), lookup.runById(item.runId)];
    case 'up-message':
      return [lookup.upMessage(item.message.messageId)];
    case 'prompt':
      return [lookup.prompt(item.promptId)];
    case 'control':
      return [lookup.control(item.controlId)];
    case 'connection':
      return [lookup.connection(agentId)];
    case 'anomaly': {
      if (item.leftOut !== undefined) return [lookup.leftOut(agentId, item.leftOut)];
      const derived = item.derived === true ? [lookup.derivedAnomaly()] : [];
      return item.anomaly === 'name-refused'
        ? [...derived, lookup.refusedName(agentId, item.detail)]
        : derived;
    }
    default:
      return [];
  }
}

/** What the key of an item is made of; repeats get `#2`, `#3`… behind it. */
export function baseKeyOf(item: ThreadItem): string {
  switch (item.kind) {
    case 'message':
      return `message:${item.messageId}`;
    case 'tool-call':
      return `tool:${item.toolCallId}`;
    case 'step':
      return `step:${item.stepName}`;
    case 'exchange':
      return `exchange:${item.messageId ?? ''}`;
    case 'run':
      return `run:${item.runId ?? ''}`;
    case 'up-message':
      return `up:${item.message.messageId}`;
    case 'prompt':
      return `prompt:${item.promptId}`;
    case 'control':
      return `control:${item.controlId}`;
    default:
      return `${item.kind}:${item.sequence}`;
  }
}

/** Whether the end of the run has to close it. A call's result may come with the next run, but its clock stops. */
function isOpen(item: ThreadItem): boolean {
  if (item.kind === 'tool-call') return item.endedAt === null;
  if (item.kind === 'message' || item.kind === 'exchange') return item.open;
  return (item.kind === 'step' || item.kind === 'run') && item.status === 'running';
}

/** Enters an item at its position; the only function that does, so that a rebuilt index is the same. */
export function indexItem(index: ThreadIndex, item: ThreadItem, position: number): void {
  for (const key of lookupKeysOf(item)) index.newest.set(key, position);
  const base = baseKeyOf(item);
  index.repeats.set(base, (index.repeats.get(base) ?? 0) + 1);
  index.keys.add(item.key);
  if (isOpen(item)) index.open.add(position);
  if (item.kind === 'message') {
    for (const [place, part] of item.parts.entries()) {
      if (part.kind !== 'output') continue;
      const { output } = part;
      const id = updatableId(output);
      if (id !== null)
        index.updatables.set(updatableKey(item, output.type, id), { position, place });
    }
  }
}

/** The index of a thread that comes without one: from storage, or an older state of a line. */
export function buildIndex(thread: Thread): ThreadIndex {
  const index: ThreadIndex = {
    newest: new Map(),
    keys: new Set(),
    repeats: new Map(),
    open: new Set(),
    updatables: new Map(),
    controls: new Map(thread.controls.map((control, place) => [control.id, place])),
    agents: new Set(thread.agents),
    connections: new Map(),
    promptOf: new Map(Object.values(thread.prompts).map(({ messageId, id }) => [messageId, id])),
  };
  for (const [position, item] of thread.items.entries()) indexItem(index, item, position);
  return index;
}

/** A key for a new item, unique in the thread, the same on every replay. */
export function freeKey(index: ThreadIndex, item: ThreadItem): string {
  const base = baseKeyOf(item);
  let count = (index.repeats.get(base) ?? 0) + 1;
  let key = count === 1 ? base : `${base}#${count}`;
  while (index.keys.has(key)) {
    count += 1;
    key = `${base}#${count}`;
  }
  return key;
}
