import type { Problem } from '@countersign/api/problem';
import type { Thread } from '@countersign/thread/thread';

/** An open thread. `gap`: these sequences are missing and being fetched; `error`: the server refused it. */
export interface ThreadView {
  status: 'loading' | 'ready' | 'gap' | 'error';
  thread: Thread;
  error: Problem | null;
  gap: { from: number; to: number } | null;
}
