import type { Times } from '@countersign/api/prompts/history';
import type { Thread } from '@countersign/thread/thread';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { TaskSource } from '../task-source.ts';
import { createEventLog, type EventLog, type EventLogState } from './event-log.ts';
import { createEventPages, type EventPages } from './event-pages.ts';
import { createTimeMachine, type TimeMachine } from './time-machine.ts';

/** The past of the task on screen: where it is read, its pages of events, its threads of old. */
export interface Past {
  source: TaskSource;
  pages: EventPages;
  machine: TimeMachine;
}

export function usePast(source: TaskSource): Past {
  return useMemo(() => {
    const pages = createEventPages(source);
    return { source, pages, machine: createTimeMachine(source, pages) };
  }, [source]);
}

/** A thread of the past; `thread` stays the one before until the new one is there. */
export interface ThreadAt {
  thread: Thread | null;
  status: 'ready' | 'loading' | 'error';
  error: unknown;
  retry: () => void;
}

/** The thread as it was at `at`; null = not requested. */
export function useThreadAt({ machine }: Past, at: number | null): ThreadAt {
  const [held, setHeld] = useState<{ at: number; thread: Thread } | null>(null);
  const [failed, setFailed] = useState<{ at: number; error: unknown } | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again
  useEffect(() => {
    if (at === null) {
      setHeld(null);
      return;
    }
    const controller = new AbortController();
    machine.threadAt(at, controller.signal).then(
      (thread) => {
        if (controller.signal.aborted) return;
        setHeld({ at, thread });
        setFailed(null);
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setFailed({ at, error });
      },
    );
    return () => controller.abort();
  }, [machine, at, attempt]);
  const known = at === null ? null : machine.known(at);
  const ready = at === null || known !== null || held?.at === at;
  const retry = () => {
    setFailed(null);
    setAttempt(attempt + 1);
  };
  return {
    thread: at === null ? null : (known ?? held?.thread ?? null),
    status: ready ? 'ready' : failed?.at === at ? 'error' : 'loading',
    error: failed?.error ?? null,
    retry,
  };
}

const timesEveryMs = 5_000;

/** When the events were received; read again while the task runs, every five seconds at most. */
export function useTimes({ source }: Past, sequence: number): Times | null {
  const [times, setTimes] = useState<Times | null>(null);
  const [failures, setFailures] = useState(0);
  const behind = times === null || times.sequence < sequence;
  useEffect(() => {
    if (!behind) return;
    const controller = new AbortController();
    const read = () =>
      void source.times(controller.signal).then(
        (found) => controller.signal.aborted || setTimes(found),
        // The scrubber continues with what it has; it is read again later.
        () => controller.signal.aborted || setFailures((count) => count + 1),
      );
    const timer = setTimeout(read, times === null && failures === 0 ? 0 : timesEveryMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [source, behind, times, failures]);
  return times;
}

/** The rows of every event of a task, followed to `head`. */
export function useEventLog(source: TaskSource, head: number): [EventLog, EventLogState] {
  const [log, setLog] = useState(() => createEventLog(source));
  useEffect(() => {
    const opened = createEventLog(source);
    setLog(opened);
    return () => opened.close();
  }, [source]);
  useEffect(() => log.follow(head), [log, head]);
  return [log, useStore(log.store)];
}
