import { parentPort, workerData } from 'node:worker_threads';
import { runFold } from './run-fold.ts';

if (parentPort === null) throw new Error('Tasks are folded in a worker thread.');
parentPort.on('close', runFold(parentPort, workerData));
