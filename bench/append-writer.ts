import { parentPort, workerData } from 'node:worker_threads';
import { shiftWaits } from '@countersign/server/journal/clock-set';
import { runWriter } from '@countersign/server/journal/run-writer';
import { append } from './append-operation.ts';

// The writer's thread with one operation.
if (parentPort !== null)
  runWriter(parentPort, workerData, { operations: [append, shiftWaits], clockSet: shiftWaits });
