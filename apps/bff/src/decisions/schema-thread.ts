import { parentPort } from 'node:worker_threads';
import { checkSchema } from './schema-check.ts';

/** Checks values away from the main thread: a pattern of a hostile schema may run for ever. */
parentPort?.on('message', (job: { id: number; schema: unknown; value: unknown }) => {
  parentPort?.postMessage({ id: job.id, verdict: checkSchema(job.schema, job.value) });
});

parentPort?.postMessage('ready');
