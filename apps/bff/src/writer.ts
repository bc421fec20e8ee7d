import { parentPort, workerData } from 'node:worker_threads';
import { shiftWaits } from './journal/clock-set.ts';
import { runWriter } from './journal/run-writer.ts';
import { operations } from './operations.ts';

if (parentPort === null) throw new Error('The journal writer runs as a worker thread.');
runWriter(parentPort, workerData, { operations, clockSet: shiftWaits });
