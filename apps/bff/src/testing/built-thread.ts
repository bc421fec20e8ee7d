import { basename } from 'node:path';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { LentThread } from './lent-thread.ts';

const folder = new URL('../../../../dist-server/', import.meta.url);

/**
 * In tests, in the place of the module that starts threads: each is its bundle, as in a server that was built, and starts
 * without a loader. There are hundreds of servers in a run, and to start the threads of the store for each is most of it: those
 * go from server to server.
 */
export function startThread(
  module: URL,
  workerData: unknown,
  options: { resourceLimits?: ResourceLimits } = {},
): Worker | LentThread {
  const name = basename(module.pathname, '.ts');
  if (name === 'writer' || name === 'fold-thread') {
    return new LentThread({ module: name, workerData }, options.resourceLimits);
  }
  const bundle = new URL(`${name}.mjs`, folder);
  return new Worker(bundle, { ...options, execArgv: [], workerData });
}
