import type { Message } from '@countersign/hai/event';
import { type CalledTool, callsOf } from './called-tool.ts';

/** A list of messages while one batch is folded into it: the list and each touched message are copied once. */
export class HistoryDraft {
  messages: readonly Message[];
  #own: Message[] | null = null;
  readonly #touched = new WeakSet<Message>();
  readonly #ownCalls = new WeakMap<Message, CalledTool[]>();
  #byId: Map<string, Message> | null = null;
  #owners: Map<string, Message> | null = null;

  constructor(messages: readonly Message[]) {
    this.messages = messages;
  }

  /** The first message with this id. */
  find(id: string): Message | undefined {
    this.#byId ??= firstOf(this.messages, (message) => [message.id]);
    return this.#byId.get(id);
  }

  /** The first message that holds this call. */
  ownerOf(toolCallId: string): Message | undefined {
    this.#owners ??= firstOf(this.messages, (message) => callsOf(message).map(({ id }) => id));
    return this.#owners.get(toolCallId);
  }

  add(message: Message): Message {
    this.#insert(this.messages.length, message);
    return message;
  }

  /** After the message that holds the call and the results that follow it; without such a message, at the end. */
  addResult(toolCallId: string, result: Message): void {
    const owner = this.ownerOf(toolCallId);
    const at = owner?.role === 'assistant' ? this.messages.lastIndexOf(owner) + 1 : 0;
    this.#insert(at === 0 ? this.messages.length : behindResults(this.messages, at), result);
  }

  /** A copy that may be modified, in the place of the message. */
  edit(message: Message): Message {
    return this.#touched.has(message) ? message : this.replace(message, { ...message });
  }

  replace(message: Message, by: Message): Message {
    const list = this.#list();
    const at = list.lastIndexOf(message);
    if (at !== -1) list[at] = by;
    this.#touched.add(by);
    if (by.id === message.id && this.#byId?.get(by.id) === message) this.#byId.set(by.id, by);
    for (const { id } of callsOf(message)) {
      if (this.#owners?.get(id) === message) this.#owners.delete(id);
    }
    this.#enterCalls(by);
    return by;
  }

  /** The call in a copy of its message; `change` may modify it. */
  editCall(toolCallId: string, change: (call: CalledTool) => CalledTool): void {
    const owner = this.ownerOf(toolCallId);
    if (owner === undefined) return;
    const message = this.edit(owner);
    // A message may hold thousands of calls, each received in many pieces: its list is copied once.
    const calls = this.#ownCalls.get(message) ?? [...callsOf(message)];
    this.#ownCalls.set(message, calls);
    message.toolCalls = calls;
    // From the end: of thousands of calls, the newest is the one that continues.
    const at = calls.findLastIndex(({ id }) => id === toolCallId);
    const call = calls[at];
    if (call !== undefined) calls[at] = change(call);
  }

  addCall(owner: Message, call: CalledTool): void {
    const message = this.edit(owner);
    const calls = this.#ownCalls.get(message) ?? [...callsOf(message)];
    this.#ownCalls.set(message, calls);
    message.toolCalls = calls;
    calls.push(call);
    if (this.#owners !== null && !this.#owners.has(call.id)) this.#owners.set(call.id, message);
  }

  setAll(messages: Message[]): void {
    this.#own = messages;
    this.messages = messages;
    this.#byId = null;
    this.#owners = null;
  }

  #insert(at: number, message: Message): void {
    const list = this.#list();
    list.splice(at, 0, message);
    this.#touched.add(message);
    if (this.#byId?.has(message.id) !== true) this.#byId?.set(message.id, message);
    // A result may be inserted before another message with the same id, and is then the first.
    else if (at < list.length - 1) this.#byId = null;
    this.#enterCalls(message);
  }

  #enterCalls(message: Message): void {
    if (this.#owners === null) return;
    for (const { id } of callsOf(message)) {
      if (!this.#owners.has(id)) this.#owners.set(id, message);
    }
  }

  #list(): Message[] {
    if (this.#own === null) {
      this.#own = [...this.messages];
      this.messages = this.#own;
    }
    return this.#own;
  }
}

/** The position after the results that start at `at`. */
export function behindResults(messages: readonly Message[], at: number): number {
  let place = at;
  while (messages[place]?.role === 'tool') place += 1;
  return place;
}

function firstOf(
  messages: readonly Message[],
  keys: (message: Message) => string[],
): Map<string, Message> {
  const first = new Map<string, Message>();
  for (const message of messages) {
    for (const key of keys(message)) if (!first.has(key)) first.set(key, message);
  }
  return first;
}
