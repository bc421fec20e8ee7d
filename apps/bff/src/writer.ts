import { parentPort, workerData } from 'node:worker_threads';
import { shiftWaits } from '@countersign/server/journal/clock-set';
import { runWriter } from '@countersign/server/journal/run-writer';
import { operations } from './operations.ts';

if (parentPort === null) throw new Error('The journal writer runs as a worker thread.');
runWriter(parentPort, workerData, { operations, clockSet: shiftWaits });
