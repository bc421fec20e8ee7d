import type { AgentReport, Control, QueuedMessage, RunStatus } from '@countersign/api/task';
import type { Output } from '@countersign/hai/event';
import type { Fault } from '@countersign/json/fault';
import type { PatchOperation } from '@countersign/json/patch-operation';
import type { Statement } from '@countersign/json/statement';
import type { UpMessage, UpState } from '@countersign/upformat/message';
import type { FoldBudget } from './budget.ts';
import type { ThreadPrompt } from './thread-prompt.ts';
import type { HandOvers } from './workflow-items.ts';

/** One piece of a message. Consecutive texts, and consecutive thinkings, are one part that grows. */
export type Part =
  | { kind: 'text'; text: string; blockId?: string; background?: string; layout?: Layout }
  | {
      kind: 'thinking';
      text: string;
      elapsedSeconds: number | null;
      thinking: boolean;
      collapse: boolean;
      blockId?: string;
    }
  /** Any other Gen UI output; tool lists, progress, tables, charts and graphs with the same id are updated in place. */
  | { kind: 'output'; output: Output; blockId?: string; background?: string; layout?: Layout };

/** The column and row of a text or an output in its block, as the agent wants it. */
export interface Layout {
  x: number;
  y: number;
}

/** A collapsible section that is open where a message begins or stops. */
export interface OpenFold {
  title: string;
  folded: boolean;
}

/** The members of every item. */
export interface ItemBase {
  /** Unique in the thread and stable for ever: usable as a React key. */
  key: string;
  /** Sequence of the event that opened the item, and of the last that changed it. */
  sequence: number;
  lastSequence: number;
  /** Times of receipt, epoch ms. */
  startedAt: number;
  endedAt: number | null;
  /** The sender: the agent of the connection, `relayed:…` for one it acts for, `operator:<id>`, or `countersign`. */
  agentId: string;
  runId: string | null;
}

export interface MessageItem extends ItemBase {
  kind: 'message';
  messageId: string;
  role: string;
  parentMessageId?: string;
  /** Sections that an earlier stretch of the same message opened and did not close, outermost first. */
  continues?: readonly OpenFold[];
  parts: readonly Part[];
  /** Still being written. */
  open: boolean;
  /** The continuation of an item that reached its limit. */
  goesOn?: true;
  /** Further ids under which the agent has repeated it in snapshots. */
  repeatedAs?: readonly string[];
}
export interface ToolCallItem extends ItemBase {
  kind: 'tool-call';
  toolCallId: string;
  name: string;
  parentMessageId?: string;
  /** JSON text as far as it has arrived. */
  args: string;
  status: 'arguments' | 'called' | 'done' | 'failed';
  /** A person, or a rule, answered what was asked about the call: its agent need not send a result. */
  answered?: 'given' | 'rejected';
  /** Arguments received a second time: the call is announced again, or its id is reused. */
  again?: string;
  /** Earlier results, if there was more than one, oldest first. */
  earlierResults?: readonly unknown[];
  result?: unknown;
  error?: string;
}
export interface StepItem extends ItemBase {
  kind: 'step';
  stepName: string;
  status: 'running' | 'finished';
}
/** One hand-over between two agents. */
export interface ExchangeItem extends ItemBase {
  kind: 'exchange';
  /** Speakers, as `agentId`. */
  from: string;
  to: string;
  messageId?: string;
  tasks: readonly { id?: string; name: string }[];
  /** Further members next to the tasks, unchanged. */
  details?: readonly unknown[];
  open: boolean;
}
export interface RunItem extends ItemBase {
  kind: 'run';
  status: 'running' | 'finished' | 'failed';
  /** An operator stopped it: its end is not a failure. */
  stopped?: true;
  /** It received a stop, and ended by itself all the same. */
  stopNotFollowed?: true;
  /** Of its protocol, as the agent declares it. */
  protocolVersion?: string;
  error?: string;
  /** `error` as data, if the server ended the run. */
  statement?: Statement;
  code?: string;
  result?: unknown;
  outcome?: unknown;
}
/** An UpFormat message in the feed. An ask carries its prompt in `Thread.prompts` under `promptId`. */
export interface UpMessageItem extends ItemBase {
  kind: 'up-message';
  message: UpMessage;
  promptId: string | null;
}
/** A question that was not asked in UpFormat, where it was asked. Its prompt is in `Thread.prompts`. */
export interface PromptItem extends ItemBase {
  kind: 'prompt';
  promptId: string;
  explanation?: string;
}
export interface ControlItem extends ItemBase {
  kind: 'control';
  controlId: string;
}
export interface CustomItem extends ItemBase {
  kind: 'custom';
  name: string;
  value: unknown;
}
/** Connection of an agent: connected, lost, reconnecting, held, released, closed. */
export interface ConnectionItem extends ItemBase {
  kind: 'connection';
  change: string;
  /** With `said`: the agent's response to a status request. */
  said?: AgentReport;
  detail: string | null;
  /** `detail` as data. */
  statement?: Statement;
}
/** What a fold may have to leave out: part of the shared state or an activity, of arguments, of a list; or items are removed. */
export type LeftOut = 'state' | 'activity' | 'arguments' | 'list' | 'items';
export interface AnomalyItem extends ItemBase {
  kind: 'anomaly';
  anomaly: string;
  detail: string;
  /** `detail` as data. */
  statement?: Statement | undefined;
  raw?: string;
  issues?: readonly Fault[];
  /** Found by the fold itself; replaced by the server's fact. */
  derived?: true;
  /** What was left out because of the budget: its kind, and the count if more than one. */
  leftOut?: LeftOut;
  times?: number;
}

export type ThreadItem =
  | MessageItem
  | ToolCallItem
  | StepItem
  | ExchangeItem
  | RunItem
  | UpMessageItem
  | PromptItem
  | ControlItem
  | CustomItem
  | ConnectionItem
  | AnomalyItem;

/** What the run of a thread is doing; `idle`: it has had none. `starting` is set before the first event of the run. */
export type ThreadRunStatus = Exclude<RunStatus, 'starting'> | 'idle';

/** A patch operation that did not apply: kept and shown; the fold continues. */
export interface FailedOperation {
  sequence: number;
  operation: PatchOperation;
  reason: string;
}

/**
 * One thread, folded from its envelopes. Plain JSON: it can be stored as a snapshot and folded further.
 * Never mutated: a fold returns the same reference when nothing changed and copies only touched branches.
 */
export interface Thread {
  threadId: string;
  /** Sequence of the last envelope folded; 0 = none. */
  sequence: number;
  items: readonly ThreadItem[];
  /** Shared state document; undefined before the first snapshot or delta. */
  state: unknown;
  /** Which top-level paths of `state` changed when: one entry a path (`''` = the whole), newest last, at most 200. */
  stateChanges: readonly { path: string; sequence: number }[];
  /** The hand-overs in the run of the last hand-over, for `workflowItems`. */
  handOvers?: HandOvers;
  /** The newest 1,000. */
  failedOperations: readonly FailedOperation[];
  prompts: Readonly<Record<string, ThreadPrompt>>;
  controls: readonly Control[];
  /** Messages of operators that wait for the next run, or were not sent, in order; the newest 200. */
  waiting: readonly QueuedMessage[];
  /** Last declared UpFormat state per agent. */
  upStates: Readonly<Record<string, UpState>>;
  /** Last declared UpFormat state of any agent; absent before the first. */
  upState?: UpState;
  /** Agents in order of first appearance. */
  agents: readonly string[];
  run: {
    runId: string | null;
    status: ThreadRunStatus;
    startedAt: number | null;
    endedAt: number | null;
    error: string | null;
    /** `error` as data, if the server ended the run. */
    statement?: Statement;
    /** The last response to a status request; absent = none. */
    said?: AgentReport;
  };
  anomalyCount: number;
  /** Its limits; absent = `defaultBudget`. Part of the thread, so that every further fold uses the same. */
  budget?: FoldBudget;
  /** Characters added since the last count, and the result of that count. */
  chars?: number;
  /** Items removed for the budget: their number, and the sequence at which the newest of them was still present. */
  earlier?: { items: number; sequence: number };
  /** Tokens as reported by the agents (`CUSTOM` usage or run result), null = not reported. */
  tokens: { input: number; output: number } | null;
}
