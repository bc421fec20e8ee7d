import type { Message } from '@countersign/hai/event';
import type { FoldBudget } from '@countersign/thread/budget';

/** What the thread that folds is started with. */
export interface FoldSettings {
  file: string;
  budget: FoldBudget;
}

/** What is wanted of a task: the thread, what a new run is told, or a snapshot if one is worth its room. */
export type FoldWish = 'thread' | 'story' | 'snapshot';

/** Main thread → the thread that folds. */
export interface FoldRequest {
  id: number;
  wish: FoldWish;
  threadId: string;
  /** Null = as it stands now. */
  sequence: number | null;
}

/** A fold to be kept. */
export interface CutSnapshot {
  threadId: string;
  sequence: number;
  /** Characters of all events up to there, and bytes of all snapshots of the task with this one. */
  events: number;
  kept: number;
  data: Uint8Array;
}

/** What a new run is told of a task. */
export interface ToldStory {
  state?: unknown;
  runId: string | null;
  messages: readonly Message[];
}

/** The thread that folds → main thread. `json` is text in UTF-8, so that nothing large is written out twice. */
export type FoldReply =
  | { id: number; ok: true; sequence: number; json: Uint8Array | null; cut: CutSnapshot | null }
  | { id: number; ok: false; error: string };
