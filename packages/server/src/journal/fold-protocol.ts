import type { Message } from '@countersign/hai/event';
import type { FoldBudget } from '@countersign/thread/budget';
import type { KeptFold } from '../store/folds.ts';
import type { StoreSource } from '../store/writer-protocol.ts';

/** The settings with which the folding thread is started. */
export interface FoldSettings {
  source: StoreSource;
  budget: FoldBudget;
}

/** What is requested of a task: the thread, the input of a new run, or a snapshot if one is worth its size. */
export type FoldTarget = 'thread' | 'history' | 'snapshot';

/** Main thread → folding thread. */
export interface FoldRequest {
  id: number;
  wish: FoldTarget;
  threadId: string;
  /** Null = the current one. */
  sequence: number | null;
}

/** Main thread → folding thread: a request; that connections to the store may be dead; or the request to close it and end. */
export type FoldMessage = FoldRequest | 'doubt' | 'close';

/** What a new run receives of a task. */
export interface TaskHistory {
  state?: unknown;
  runId: string | null;
  messages: readonly Message[];
}

/** Folding thread → main thread. `json` is text in UTF-8, so that nothing large is serialized twice. */
export type FoldReply =
  | { id: number; ok: true; sequence: number; json: Uint8Array | null; cut: KeptFold | null }
  | { id: number; ok: false; error: string };
