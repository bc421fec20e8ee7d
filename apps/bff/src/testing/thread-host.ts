import { type MessagePort, parentPort } from 'node:worker_threads';
import { shiftWaits } from '@countersign/server/journal/clock-set';
import type { FoldSettings } from '@countersign/server/journal/fold-protocol';
import { runFold } from '@countersign/server/journal/run-fold';
import { runWriter } from '@countersign/server/journal/run-writer';
import type { WriterSettings } from '@countersign/server/store/writer-protocol';
import { operations } from '../operations.ts';

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
