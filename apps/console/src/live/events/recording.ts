import { type Envelope, envelopeSchema } from '@countersign/hai/envelope';
import { blameOf } from '@countersign/thread/blame';
import { emptyThread, foldThread } from '@countersign/thread/fold';
import type { Thread } from '@countersign/thread/thread';
import type { TaskSource } from '../task-source.ts';

/** An exported task as it was read from a file. */
export interface Recording {
  taskId: string;
  envelopes: readonly Envelope[];
  /** Lines that are no envelope, or out of order. */
  badLines: number;
  /** Number of the first bad line, from 1; null = none. */
  firstBad: number | null;
  /** Lines that belong to another task than the first. */
  otherTasks: number;
}

/** Takes the lines of an export one by one. */
export class RecordingReader {
  readonly #envelopes: Envelope[] = [];
  #line = 0;
  #badLines = 0;
  #firstBad: number | null = null;
  #otherTasks = 0;

  get lines(): number {
    return this.#line;
  }

  add(line: string): void {
    this.#line += 1;
    if (line.trim() === '') return;
    const envelope = envelopeOf(line);
    const last = this.#envelopes.at(-1);
    if (envelope !== null && last !== undefined && envelope.threadId !== last.threadId) {
      this.#otherTasks += 1;
    } else if (envelope === null || (last !== undefined && envelope.sequence <= last.sequence)) {
      this.#badLines += 1;
      this.#firstBad ??= this.#line;
    } else this.#envelopes.push(envelope);
  }

  /** What was read; null when there was no envelope at all. */
  finish(): Recording | null {
    const [first] = this.#envelopes;
    if (first === undefined) return null;
    return {
      taskId: first.threadId,
      envelopes: this.#envelopes,
      badLines: this.#badLines,
      firstBad: this.#firstBad,
      otherTasks: this.#otherTasks,
    };
  }
}

function envelopeOf(line: string): Envelope | null {
  try {
    const parsed = envelopeSchema.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Reads an export line by line; `onProgress` receives the share that is read, 0 to 1. */
export async function readRecording(
  file: Blob,
  onProgress: (share: number) => void = () => {},
): Promise<Recording | null> {
  const reader = new RecordingReader();
  const decoder = new TextDecoder();
  let rest = '';
  let bytes = 0;
  const stream = file.stream().getReader();
  for (;;) {
    const { done, value } = await stream.read();
    if (done) break;
    bytes += value.byteLength;
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) reader.add(line);
    onProgress(file.size === 0 ? 1 : bytes / file.size);
  }
  if (rest !== '') reader.add(rest);
  return reader.finish();
}

/** A file that is open: the thread at its end, and its past. */
export interface OpenRecording extends Recording {
  thread: Thread;
  source: TaskSource;
}

const chunkEvents = 2_000;
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Folds a recording piece by piece, so that the page stays responsive; `onProgress` receives the share, 0 to 1. */
export async function openRecording(
  recording: Recording,
  onProgress: (share: number) => void = () => {},
): Promise<OpenRecording> {
  const { envelopes, taskId } = recording;
  let thread = emptyThread(taskId);
  const stops: Thread[] = [];
  for (let from = 0; from < envelopes.length; from += chunkEvents) {
    // Threads share what did not change: a stop costs what its stretch changed.
    stops.push(thread);
    thread = foldThread(thread, envelopes.slice(from, from + chunkEvents));
    onProgress(Math.min(1, (from + chunkEvents) / envelopes.length));
    await nextTask();
  }
  return { ...recording, thread, source: recordingSource(recording, stops) };
}

const timePoints = 240;

/** The past of a task from a file; no server is contacted. `stops`: the thread before every 2,000 envelopes. */
function recordingSource({ taskId, envelopes }: Recording, stops: readonly Thread[]): TaskSource {
  /** Index of the first envelope above a sequence. A file may have holes. */
  const indexAfter = (sequence: number): number => {
    let low = 0;
    let high = envelopes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((envelopes[middle]?.sequence ?? 0) <= sequence) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    taskId,
    events: async (after, limit) => {
      // By sequence, not by index: a file may have gaps.
      return envelopes.slice(indexAfter(after), indexAfter(after + limit));
    },
    threadAt: async (at) => {
      const end = indexAfter(at);
      const stop = Math.min(stops.length - 1, Math.floor(end / chunkEvents));
      const before = stops[stop] ?? emptyThread(taskId);
      return foldThread(before, envelopes.slice(stop * chunkEvents, end));
    },
    times: async () => {
      const step = Math.max(1, (envelopes.length - 1) / (timePoints - 1));
      const points: [number, number][] = [];
      for (let place = 0; Math.round(place) < envelopes.length; place += step) {
        const envelope = envelopes[Math.round(place)];
        if (envelope !== undefined) points.push([envelope.sequence, envelope.receivedAt]);
      }
      return { sequence: envelopes.at(-1)?.sequence ?? 0, points };
    },
    blame: async (pointer, at) => {
      const writes = blameOf(envelopes.slice(0, indexAfter(at)), pointer);
      return { pointer, at, writes: writes.slice(-100), total: writes.length };
    },
    download: null,
  };
}
