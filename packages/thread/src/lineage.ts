import { readSenderId } from '@countersign/hai/sender';
import type { FeedbackType } from '@countersign/upformat/message';
import { askOf } from '@countersign/upformat/prompt';
import type { Thread, ThreadItem } from './thread.ts';
import type { ThreadPrompt } from './thread-prompt.ts';

/** One message of the thread as a node: said by an agent or a person, a call of a tool, a hand-over, an answer. */
export interface LineageNode {
  /** The messageId (tool calls: `call:<toolCallId>`; an unknown parent: `missing:<its id>`). */
  id: string;
  kind: 'message' | 'declared' | 'tool-call' | 'exchange' | 'prompt' | 'answer' | 'missing';
  agentId: string;
  runId: string | null;
  /** One line. */
  label: string;
  /** Set where `label` is not the agent's: what it says as data, for other languages. */
  says?: NodeWords;
  /** For a tool call: its first scalar argument, which distinguishes it from other calls of the same tool. */
  given?: string;
  /** UpFormat state, status of a call, or null. */
  state: string | null;
  sequence: number;
  startedAt: number;
  endedAt: number | null;
  parentId: string | null;
  /** The parent was not declared: it is the nearest known cause. */
  inferred: boolean;
  /** The declared parent leads back to this node: the edge is shown, but it carries no order. */
  cyclic: boolean;
  promptId: string | null;
  /** For a prompt: it does not block. */
  followup?: true;
  /** For a prompt: its deadline passed, and its default was used or the agent continued without an answer. */
  missed?: true;
  /** Key of the item in the stream; null for answers and missing parents. */
  itemKey: string | null;
}

/** A label of this code: an answer and its author, the receiver of a hand-over without a name, a message without text. */
export type NodeWords =
  | { kind: 'answer'; type: FeedbackType; by: string }
  | { kind: 'hands-over'; to: string }
  | { kind: 'thinking' | 'shows' };

/** The messages of a thread with their ancestry. Nodes in order of sequence, parents before children unless cyclic. */
export interface Lineage {
  nodes: readonly LineageNode[];
  byId: ReadonlyMap<string, LineageNode>;
  children: ReadonlyMap<string, readonly string[]>;
  /** Nodes whose declared parent is not in the thread. */
  orphans: readonly string[];
  /** Nodes whose declared ancestry leads back to themselves. */
  cycles: readonly string[];
}

const maxLabel = 120;
const known = new WeakMap<
  readonly ThreadItem[],
  { prompts: Thread['prompts']; halted: boolean; lineage: Lineage }
>();

/** While a run is paused, nothing of it is being written. */
const isPaused = ({ run }: Thread): boolean => run.status === 'paused' || run.status === 'held';

/** Reads the lineage of a thread (`parentMessageId`, docs/protocol/message.md); the same reference as long as its items and prompts are. */
export function lineageOf(thread: Thread): Lineage {
  const before = known.get(thread.items);
  const halted = isPaused(thread);
  if (before?.prompts === thread.prompts && before.halted === halted) return before.lineage;
  const lineage = readLineage(thread);
  known.set(thread.items, { prompts: thread.prompts, halted, lineage });
  return lineage;
}

function readLineage(thread: Thread): Lineage {
  const nodes = new Map<string, LineageNode>();
  const declared = new Map<string, string>();
  const causes = new Causes();
  const add = (node: LineageNode, parent: string | undefined) => {
    const same = nodes.get(node.id);
    // A revision has the id of the message it revises: one node, updated.
    if (same === undefined) nodes.set(node.id, node);
    else Object.assign(same, { label: node.label, state: node.state, endedAt: node.endedAt });
    if (parent !== undefined && parent !== node.id) declared.set(node.id, parent);
  };
  for (const item of thread.items) {
    const read = nodeOf(item, thread);
    if (read === null) continue;
    const cause = causes.of(item);
    add(
      { ...read.node, parentId: cause === read.node.id ? null : cause, inferred: true },
      read.parent,
    );
    causes.note(item, read.node.id);
  }
  for (const prompt of Object.values(thread.prompts)) {
    const answer = answerOf(prompt);
    if (answer !== null && !nodes.has(answer.id)) add(answer, prompt.messageId);
  }
  return connect(nodes, declared);
}

/** Sets declared parents, adds nodes for missing ones, and marks cycles. */
function connect(nodes: Map<string, LineageNode>, declared: ReadonlyMap<string, string>): Lineage {
  const orphans: string[] = [];
  for (const [id, parent] of declared) {
    const node = nodes.get(id);
    if (node === undefined) continue;
    node.inferred = false;
    if (nodes.has(parent)) {
      node.parentId = parent;
      continue;
    }
    orphans.push(id);
    const missing = missingNode(parent, node);
    node.parentId = missing.id;
    if (!nodes.has(missing.id)) nodes.set(missing.id, missing);
  }
  const cycles = breakCycles(nodes);
  const ordered = [...nodes.values()].sort(
    (left, right) => left.sequence - right.sequence || (left.kind === 'missing' ? -1 : 1),
  );
  const children = new Map<string, string[]>();
  for (const node of ordered) {
    if (node.parentId === null || node.cyclic) continue;
    const siblings = children.get(node.parentId);
    if (siblings === undefined) children.set(node.parentId, [node.id]);
    else siblings.push(node.id);
  }
  return { nodes: ordered, byId: nodes, children, orphans, cycles };
}

/** Walks up from every node once; an edge that would close a cycle carries no order. */
function breakCycles(nodes: ReadonlyMap<string, LineageNode>): string[] {
  // The walk that visited a node: visited again in the same walk, it closes a cycle.
  const seenBy = new Map<string, number>();
  const cycles: string[] = [];
  let walk = 0;
  for (const start of nodes.values()) {
    walk += 1;
    let at: LineageNode | undefined = start;
    while (at !== undefined && !seenBy.has(at.id)) {
      seenBy.set(at.id, walk);
      const parent: string | null = at.parentId;
      if (parent !== null && seenBy.get(parent) === walk) {
        at.cyclic = true;
        cycles.push(at.id);
        break;
      }
      at = parent === null ? undefined : nodes.get(parent);
    }
  }
  return cycles;
}

const missingNode = (id: string, child: LineageNode): LineageNode => ({
  ...child,
  id: `missing:${id}`,
  kind: 'missing',
  agentId: '',
  label: id,
  state: null,
  endedAt: null,
  parentId: null,
  inferred: false,
  cyclic: false,
  promptId: null,
  itemKey: null,
});

/** The inferred cause of an item: the hand-over it works on, else the previous message of its agent or of a person. */
class Causes {
  #said: string | null = null;
  readonly #last = new Map<string, string>();
  readonly #handedTo = new Map<string, string>();

  of(item: ThreadItem): string | null {
    if (item.kind === 'exchange') return this.#last.get(item.from) ?? this.#said;
    if (item.kind === 'tool-call') return this.#last.get(item.agentId) ?? this.#fallback(item);
    return this.#fallback(item);
  }

  note(item: ThreadItem, id: string): void {
    if (item.kind === 'message' && item.role === 'user') {
      this.#said = id;
      // A message to the agents starts something new: their earlier messages are not its cause.
      this.#last.clear();
    } else if (item.kind === 'exchange') {
      this.#handedTo.set(item.to, id);
      this.#last.delete(item.to);
    } else if (item.kind === 'up-message') this.#last.set(item.agentId, id);
  }

  #fallback(item: ThreadItem): string | null {
    if (item.kind === 'message' && item.role === 'user') return null;
    return this.#handedTo.get(item.agentId) ?? this.#said;
  }
}

type Read = { node: LineageNode; parent: string | undefined };

function nodeOf(item: ThreadItem, thread: Thread): Read | null {
  const base = {
    agentId: item.agentId,
    runId: item.runId,
    sequence: item.sequence,
    startedAt: item.startedAt,
    endedAt: item.endedAt,
    parentId: null,
    inferred: false,
    cyclic: false,
    promptId: null,
    itemKey: item.key,
  };
  switch (item.kind) {
    case 'message': {
      const text = item.parts.find((part) => part.kind === 'text')?.text ?? '';
      // Markdown characters are dropped in one line.
      const said = oneLine(text.replace(/[*_`#]+/g, ''));
      const thinks = item.parts[0]?.kind === 'thinking';
      const label = said || (thinks ? 'Thinking' : 'Shows something');
      const says = said === '' ? { says: { kind: thinks ? 'thinking' : 'shows' } as const } : {};
      const state = !item.open ? null : isPaused(thread) ? 'paused' : 'writing';
      return {
        node: { ...base, id: item.messageId, kind: 'message', label, ...says, state },
        parent: item.parentMessageId,
      };
    }
    case 'tool-call':
      return {
        node: {
          ...base,
          id: `call:${item.toolCallId}`,
          kind: 'tool-call',
          label: item.name,
          state: item.status,
          ...givenOf(item.args),
        },
        parent: item.parentMessageId,
      };
    case 'exchange': {
      const id = item.messageId ?? item.key;
      const named = oneLine(item.tasks.map(({ name }) => name).join(', '));
      const to = nameIn(item.to);
      const label = named || `Hands over to ${to}`;
      const says = named === '' ? { says: { kind: 'hands-over', to } as const } : {};
      return {
        node: { ...base, id, kind: 'exchange', label, ...says, state: item.open ? 'open' : null },
        parent: undefined,
      };
    }
    case 'up-message': {
      const { message, promptId } = item;
      const isPrompt = promptId !== null && Object.hasOwn(thread.prompts, promptId);
      const prompt = isPrompt ? thread.prompts[promptId] : undefined;
      return {
        node: {
          ...base,
          id: message.messageId,
          kind: isPrompt ? 'prompt' : message.upFeedback === undefined ? 'declared' : 'answer',
          label: oneLine(isPrompt ? askOf(message) : (message.explanation ?? message.state)),
          state: prompt?.state ?? message.state,
          promptId,
          ...(prompt?.blocking === false ? { followup: true } : {}),
          ...(prompt !== undefined && isMissed(prompt) ? { missed: true } : {}),
        },
        parent: message.parentMessageId,
      };
    }
    default:
      return null;
  }
}

const maxGiven = 40;
const firstPlain = /:\s*(?:"((?:[^"\\]|\\.){1,80})"|(-?\d[\d.eE+-]{0,30}))\s*[,}\]]/;

/** Searched in the text: arguments may be long and incomplete. */
function givenOf(args: string): { given?: string } {
  const [, words, figure] = firstPlain.exec(args.slice(0, 400)) ?? [];
  // Escape sequences are dropped in one line.
  const given = oneLine(words?.replace(/\\(?:u[0-9a-f]{4}|.)/gi, ' ') ?? figure ?? '', maxGiven);
  return given === '' ? {} : { given };
}

/** Not answered in time. */
const isMissed = ({ state, decision }: ThreadPrompt): boolean =>
  decision?.by.kind === 'default' || (decision === null && state === 'expired');

function answerOf(prompt: ThreadPrompt): LineageNode | null {
  const { decision } = prompt;
  if (decision === null) return null;
  const person = decision.by.kind === 'operator' ? `operator:${decision.by.id}` : 'countersign';
  return {
    id: decision.id,
    kind: 'answer',
    agentId: person,
    runId: prompt.runId,
    label: `${decision.feedback.type} by ${decision.by.name}`,
    says: { kind: 'answer', type: decision.feedback.type, by: decision.by.name },
    state: decision.state,
    // Its place among the others is known by time only: right after the prompt it answers.
    sequence: prompt.sequence + 0.5,
    startedAt: decision.recordedAt,
    endedAt: decision.acknowledgedAt ?? decision.deliveredAt,
    parentId: prompt.messageId,
    inferred: false,
    cyclic: false,
    promptId: prompt.id,
    itemKey: null,
  };
}

const nameIn = (senderId: string): string => readSenderId(senderId).relayedFor ?? senderId;

function oneLine(text: string, most = maxLabel): string {
  const line = text
    .slice(0, 4 * most)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= most
    ? line
    : `${Array.from(line)
        .slice(0, most - 1)
        .join('')}…`;
}

/** From the node up to its root, the node first: why it is there. */
export function pathToRoot(lineage: Lineage, id: string): LineageNode[] {
  const path: LineageNode[] = [];
  let node = lineage.byId.get(id);
  while (node !== undefined && path.length <= lineage.nodes.length) {
    path.push(node);
    node = node.cyclic || node.parentId === null ? undefined : lineage.byId.get(node.parentId);
  }
  return path;
}
