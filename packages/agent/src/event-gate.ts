import type { HaiEvent } from '@countersign/hai/event';

/** How an event is sent: `closing` events pass even while the run is stopping (the last events of a run). */
export interface EmitOptions {
  closing?: boolean;
}

interface Waiting {
  event: HaiEvent | null;
  closing: boolean;
  resolve: () => void;
  reject: (reason: unknown) => void;
}

/**
 * All events of a run pass through this gate, in order. While it is closed (paused, or too far ahead of its readers) events
 * wait instead of being dropped; when the run is aborted, waiting events are rejected.
 */
export interface EventGate {
  emit(event: HaiEvent, options?: EmitOptions): Promise<void>;
  /** Resolves when the gate is open and everything before has passed. */
  pass(): Promise<void>;
  /** Tries again: call it whenever the reason to be closed may have changed. */
  update(): void;
}

export interface EventGateOptions {
  append(event: HaiEvent): void;
  isShut(): boolean;
  isEnded(): boolean;
  signal: AbortSignal;
}

export function createEventGate(options: EventGateOptions): EventGate {
  const queue: Waiting[] = [];
  const { append, isShut, isEnded, signal } = options;

  const update = () => {
    while (queue.length > 0 && (!isShut() || signal.aborted)) {
      const head = queue.shift();
      if (!head) return;
      if (isEnded() || (signal.aborted && !head.closing)) head.reject(endReason());
      else {
        if (head.event) append(head.event);
        head.resolve();
      }
    }
  };
  const endReason = () =>
    signal.aborted ? signal.reason : new DOMException('The run has ended', 'AbortError');
  const enter = (event: HaiEvent | null, closing: boolean): Promise<void> => {
    if (isEnded() || (signal.aborted && !closing)) return Promise.reject(endReason());
    if (queue.length === 0 && (!isShut() || signal.aborted)) {
      if (event) append(event);
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      queue.push({ event, closing, resolve, reject });
    });
  };
  signal.addEventListener('abort', update);
  return {
    emit: (event, { closing = false } = {}) => enter(event, closing),
    pass: () => enter(null, false),
    update,
  };
}
