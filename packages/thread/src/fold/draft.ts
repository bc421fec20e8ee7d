import { weightOf } from '@countersign/hai/weight';
import { createPatcher, type FailedPatch, type Patcher } from '@countersign/json/patch';
import type { PatchOperation } from '@countersign/json/patch-operation';
import { defaultBudget, type FoldBudget } from '../budget.ts';
import type { Cause } from '../cause.ts';
import type { FailedOperation, ItemBase, Part, Thread, ThreadItem } from '../thread.ts';
import { buildIndex, freeKey, indexItem, lookup, type ThreadIndex } from '../thread-index.ts';
import type { ThreadPrompt } from '../thread-prompt.ts';
import { weightOfParts } from '../weight.ts';

const maxChars = 2_000;
const cut = (text: string) => (text.length > maxChars ? `${text.slice(0, maxChars)}…` : text);

/** An operation as it is kept when it failed: a thousand of them may be as large as an event can be. */
function shortOperation(operation: PatchOperation): PatchOperation {
  if (weightOf(operation) <= maxChars) return operation;
  const { op, path, from, value } = operation;
  return {
    op,
    path: cut(path),
    ...(from === undefined ? {} : { from: cut(from) }),
    ...(value === undefined ? {} : { value: 'left out: it is too long to be kept here' }),
  };
}

/** The members of each kind of item; members from its cause can be given too, and take precedence. */
type OwnMembers = {
  [K in ThreadItem['kind']]: Omit<ItemOf<K>, keyof ItemBase> & Partial<Omit<ItemBase, 'key'>>;
}[ThreadItem['kind']];
export type ItemOf<K extends ThreadItem['kind']> = Extract<ThreadItem, { kind: K }>;
type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const maxFailedOperations = 1_000;
const maxStateChanges = 200;
/** Maximum length of a name; longer ones are not listed. */
const maxPathChars = 1_000;

const isKind = <K extends ThreadItem['kind']>(
  item: ThreadItem | undefined,
  kind: K,
): item is ItemOf<K> => item?.kind === kind;

/** A thread while one batch is folded into it: each touched branch is copied once, then written to in place. */
export class Draft {
  /** Members other than items, prompts, state and failed operations are replaced, never written into. */
  readonly thread: Mutable<Thread>;
  readonly index: ThreadIndex;
  #items: ThreadItem[] | null = null;
  readonly #ownItems = new Set<number>();
  readonly #ownParts = new Map<number, Part[]>();
  readonly #partChars = new Map<number, number>();
  readonly #ownPart = new WeakSet<Part>();
  #prompts: Record<string, ThreadPrompt> | null = null;
  #patcher: Patcher | null = null;
  #stateChanges: Map<string, number> | null = null;
  #failed: FailedOperation[] | null = null;

  constructor(base: Thread, index: ThreadIndex) {
    this.thread = { ...base };
    this.index = index;
  }

  get budget(): FoldBudget {
    return this.thread.budget ?? defaultBudget;
  }

  get items(): readonly ThreadItem[] {
    return this.#items ?? this.thread.items;
  }

  /** The newest item with this lookup key. */
  find(key: string): number | undefined {
    return this.index.newest.get(key);
  }

  item<K extends ThreadItem['kind']>(
    position: number | undefined,
    kind: K,
  ): Readonly<ItemOf<K>> | undefined {
    if (position === undefined) return undefined;
    const item = (this.#items ?? this.thread.items)[position];
    return isKind(item, kind) ? item : undefined;
  }

  anyItem(position: number): Readonly<ThreadItem> | undefined {
    return (this.#items ?? this.thread.items)[position];
  }

  /** Adds an item at the end: the common members come from its cause, the rest from `own`. */
  append({ envelope, speaker }: Cause, own: OwnMembers): number {
    const base: ItemBase = {
      key: '',
      sequence: envelope.sequence,
      lastSequence: envelope.sequence,
      startedAt: envelope.receivedAt,
      endedAt: null,
      agentId: speaker,
      runId: envelope.runId,
    };
    // Not by spreading into a literal: V8 takes fifty times as long to add members to a copy.
    const item: ThreadItem = Object.assign(base, own);
    item.key = freeKey(this.index, item);
    const items = this.#ownAllItems();
    const position = items.push(item) - 1;
    this.#ownItems.add(position);
    indexItem(this.index, item, position);
    return position;
  }

  /** A message is also found under another id from now on. */
  addMessageId(position: number, messageId: string): void {
    const message = this.edit(position, 'message');
    if (message === undefined) return;
    message.repeatedAs = [...(message.repeatedAs ?? []), messageId].slice(-20);
    this.index.newest.set(lookup.message(messageId), position);
    this.index.newest.set(lookup.messageOf(message.agentId, messageId), position);
  }

  /** How many items there are. */
  get size(): number {
    return (this.#items ?? this.thread.items).length;
  }

  /** A copy of an item that may be written to. */
  edit<K extends ThreadItem['kind']>(position: number, kind: K): ItemOf<K> | undefined {
    const item = (this.#items ?? this.thread.items)[position];
    if (!isKind(item, kind)) return undefined;
    if (this.#ownItems.has(position)) return item;
    const copy = { ...item };
    this.#ownAllItems()[position] = copy;
    this.#ownItems.add(position);
    return copy;
  }

  /** The parts of a message, to be written to. */
  parts(position: number): Part[] {
    const known = this.#ownParts.get(position);
    if (known !== undefined) return known;
    const message = this.edit(position, 'message');
    if (message === undefined) return [];
    const parts = message.parts.slice();
    message.parts = parts;
    this.#ownParts.set(position, parts);
    return parts;
  }

  /** Puts a whole new list of parts into a message. */
  setParts(position: number, parts: Part[]): void {
    const message = this.edit(position, 'message');
    if (message !== undefined) message.parts = parts;
    this.#ownParts.set(position, parts);
    this.#partChars.delete(position);
  }

  /** Characters of a message so far. */
  charsOf(position: number): number {
    const known = this.#partChars.get(position);
    if (known !== undefined) return known;
    const chars = weightOfParts(this.item(position, 'message')?.parts ?? []);
    this.#partChars.set(position, chars);
    return chars;
  }

  /** Counts what comes to a message that has been counted. */
  addChars(position: number, chars: number): void {
    const known = this.#partChars.get(position);
    if (known !== undefined) this.#partChars.set(position, known + chars);
  }

  addPart(parts: Part[], part: Part): void {
    this.#ownPart.add(part);
    parts.push(part);
  }

  /** A copy of the last part that may be written to. */
  lastPart(parts: Part[]): Part | undefined {
    const part = parts[parts.length - 1];
    if (part === undefined || this.#ownPart.has(part)) return part;
    const copy = { ...part };
    this.#ownPart.add(copy);
    parts[parts.length - 1] = copy;
    return copy;
  }

  setPrompt(prompt: ThreadPrompt): void {
    this.#prompts ??= { ...this.thread.prompts };
    this.thread.prompts = this.#prompts;
    this.index.promptOf.set(prompt.messageId, prompt.id);
    // Not by assignment: an imported file may contain the name `__proto__`.
    Object.defineProperty(this.#prompts, prompt.id, {
      value: prompt,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }

  /** Removes a prompt that is stored under another id. */
  dropPrompt(id: string): void {
    this.#prompts ??= { ...this.thread.prompts };
    this.thread.prompts = this.#prompts;
    delete this.#prompts[id];
  }

  /** The patcher of the shared document; before the first snapshot that is an empty object. */
  get patcher(): Patcher {
    this.#patcher ??= createPatcher(
      this.thread.state === undefined ? {} : this.thread.state,
      this.budget.state,
    );
    return this.#patcher;
  }

  setState(document: unknown): void {
    this.#patcher = createPatcher(document, this.budget.state);
  }

  stateChanged(path: string, sequence: number): void {
    if (path.length > maxPathChars) return;
    this.#stateChanges ??= new Map(
      this.thread.stateChanges.map((change) => [change.path, change.sequence]),
    );
    this.#stateChanges.delete(path);
    this.#stateChanges.set(path, sequence);
    if (this.#stateChanges.size <= maxStateChanges) return;
    const [oldest] = this.#stateChanges.keys();
    if (oldest !== undefined) this.#stateChanges.delete(oldest);
  }

  operationFailed(sequence: number, { operation, reason }: FailedPatch): void {
    this.#failed ??= this.thread.failedOperations.slice();
    this.#failed.push({ sequence, operation: shortOperation(operation), reason });
    if (this.#failed.length > 2 * maxFailedOperations) this.#failed.splice(0, maxFailedOperations);
  }

  /** Continues with these items and prompts only. */
  keepOnly(items: ThreadItem[], prompts: Record<string, ThreadPrompt>): void {
    this.#items = items;
    this.#prompts = prompts;
    this.thread.items = items;
    this.thread.prompts = prompts;
    this.#ownItems.clear();
    this.#ownParts.clear();
    this.#partChars.clear();
    Object.assign(this.index, buildIndex(this.thread));
  }

  /** The folded thread; the draft must not be used afterwards. */
  finish(): Thread {
    const { thread } = this;
    if (this.#items !== null) thread.items = this.#items;
    if (this.#failed !== null) thread.failedOperations = this.#failed.slice(-maxFailedOperations);
    if (this.#stateChanges !== null) {
      thread.stateChanges = [...this.#stateChanges].map(([path, sequence]) => ({ path, sequence }));
    }
    if (this.#patcher !== null) thread.state = this.#patcher.document;
    return thread;
  }

  #ownAllItems(): ThreadItem[] {
    this.#items ??= this.thread.items.slice();
    return this.#items;
  }
}
