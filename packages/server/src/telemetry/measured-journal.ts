import { performance } from 'node:perf_hooks';
import type { Journal } from '../journal/journal.ts';
import { StoreDamagedError, StoreUnavailableError } from '../store/faults/store-fault.ts';
import type { StreamRow } from '../store/row.ts';
import type { CommitResult, Figures } from './figures.ts';
import type { Tracer } from './tracer.ts';

/** A committed operation. What it was asked to do is not always what it has done: that is in its outcome. */
export interface CommittedOperation<Input = unknown, Outcome = unknown> {
  input: Input;
  outcome: Outcome;
  seconds: number;
}

/**
 * The same store, measured where it is used: every operation by its name, every read, and every anomaly that is committed. Whatever
 * engine is behind it, this is the only place.
 */
export function measuredJournal(
  journal: Journal,
  options: {
    figures: Figures;
    tracer: Tracer | null;
    /** Called after an operation was committed, with its outcome. */
    onCommitted: (operation: string, done: CommittedOperation) => void;
  },
): Journal {
  const { figures, tracer, onCommitted } = options;
  const commit: Journal['commit'] = async (operation, input, fence) => {
    const began = performance.now();
    const span = tracer?.startInside(`store ${operation.name}`) ?? null;
    const seconds = () => (performance.now() - began) / 1_000;
    try {
      const outcome = await journal.commit(operation, input, fence);
      figures.committed(operation.name, 'committed', seconds());
      span?.remember(idsIn(input));
      span?.end();
      onCommitted(operation.name, { input, outcome, seconds: seconds() });
      return outcome;
    } catch (error) {
      figures.committed(operation.name, resultOf(error), seconds());
      span?.end(error);
      throw error;
    }
  };
  journal.onCommit((rows, by) => {
    // The others count theirs.
    if (by === 'elsewhere') return;
    for (const row of rows) if (row.notable) countAnomaly(row, figures);
  });
  const { read } = journal;
  return {
    ...journal,
    commit,
    read: {
      ...read,
      get: (sql, ...values) => timed(figures, () => read.get(sql, ...values)),
      all: (sql, ...values) => timed(figures, () => read.all(sql, ...values)),
    },
  };
}

function timed<Value>(figures: Figures, work: () => Value): Value {
  const began = performance.now();
  const value = work();
  const note = () => figures.read((performance.now() - began) / 1_000);
  if (value instanceof Promise) value.then(note, note);
  else note();
  return value;
}

function resultOf(error: unknown): CommitResult {
  if (error instanceof StoreUnavailableError) return 'unavailable';
  return error instanceof StoreDamagedError ? 'damaged' : 'refused';
}

/** Ids under which work that follows later finds the trace of what caused it. */
function idsIn(input: unknown): string[] {
  const members = (input ?? {}) as Record<string, unknown>;
  const { decisionId, runId, controlId, createdIds, input: run } = members;
  const ofRun = (run as { runId?: unknown } | undefined)?.runId;
  return [decisionId, runId, controlId, ofRun, createdIds]
    .flat()
    .filter((id) => typeof id === 'string');
}

/** At the begin of an event; the rest may be large. */
const headChars = 2_000;
const anomaly = /"name":"countersign\.anomaly","value":\{"kind":"([a-z-]+)"/;

function countAnomaly({ data }: StreamRow, figures: Figures): void {
  const kind = anomaly.exec(data.slice(0, headChars))?.[1];
  if (kind !== undefined) figures.anomaly(kind);
}
