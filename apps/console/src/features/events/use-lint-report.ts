import type { Envelope } from '@countersign/hai/envelope';
import { type LintReport, lintStream } from '@countersign/thread/lint';
import { useEffect, useState } from 'react';
import type { TaskSource } from '../../live/task-source.ts';

const pageSize = 5_000;
const maxEvents = 200_000;
const unended = new Set(['run-not-ended', 'start-without-end']);

interface LintReading {
  /** The newest event the report is of. */
  upTo: number;
  /** What has not ended by then is no fault. */
  open: boolean;
  /** Events read so far. */
  read: number;
  report: LintReport | null;
  error: unknown;
  retry: () => void;
}

/** Reads every event up to `head` again, and checks them. */
export function useLintReport(source: TaskSource, head: number, going: boolean): LintReading {
  // The report is of the moment it was asked for: it does not change while it is read.
  const [upTo] = useState(Math.min(head, maxEvents));
  const [open] = useState(going || upTo < head);
  const [read, setRead] = useState(0);
  const [report, setReport] = useState<LintReport | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again
  useEffect(() => {
    const controller = new AbortController();
    const check = async () => {
      const envelopes: Envelope[] = [];
      for (let after = 0; after < upTo; after += pageSize) {
        const limit = Math.min(pageSize, upTo - after);
        envelopes.push(...(await source.events(after, limit, controller.signal)));
        if (controller.signal.aborted) return;
        setRead(after + limit);
      }
      const found = lintStream(envelopes.filter(({ sequence }) => sequence <= upTo));
      const findings = found.findings.filter(({ rule }) => !open || !unended.has(rule));
      setReport({ ...found, findings });
    };
    setError(null);
    check().catch((failure: unknown) => controller.signal.aborted || setError(failure));
    return () => controller.abort();
  }, [source, upTo, open, attempt]);
  return { upTo, open, read, report, error, retry: () => setAttempt(attempt + 1) };
}
