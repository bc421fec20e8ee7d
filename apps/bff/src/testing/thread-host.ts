import { type MessagePort, parentPort } from 'node:worker_threads';
import { shiftWaits } from '../journal/clock-set.ts';
import type { FoldSettings } from '../journal/fold-protocol.ts';
import { runFold } from '../journal/run-fold.ts';
import { runWriter } from '../journal/run-writer.ts';
import { operations } from '../operations.ts';
import type { WriterSettings } from '../store/writer-protocol.ts';

/** A request for a server's thread. */
type Job = { port: MessagePort } & (
  | { module: 'writer'; workerData: WriterSettings }
  | { module: 'fold-thread'; workerData: FoldSettings }
);

export type HostedModule = Job['module'];

function begin(job: Job): () => void {
  if (job.module === 'fold-thread') return runFold(job.port, job.workerData);
  runWriter(job.port, job.workerData, { operations, clockSet: shiftWaits });
  // It closes the store itself, before it closes its port.
  return () => {};
}

// Serves as a thread of one server after another: the work is as in a separate thread, and only its start is saved.
parentPort?.on('message', (job: Job) => {
  const end = begin(job);
  job.port.on('close', () => {
    end();
    parentPort?.postMessage('free');
  });
});
