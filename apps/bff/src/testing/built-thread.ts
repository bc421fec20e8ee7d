import { basename } from 'node:path';
import { type ResourceLimits, Worker } from 'node:worker_threads';

const folder = new URL('../../../../dist-server/', import.meta.url);

/**
 * In tests, in the place of the module that starts threads: each is its bundle, as in a server that was built, and starts
 * without a loader. There are hundreds of servers in a run, and to compile their threads again each time is most of it.
 */
export function startThread(
  module: URL,
  workerData: unknown,
  options: { resourceLimits?: ResourceLimits } = {},
): Worker {
  const bundle = new URL(`${basename(module.pathname, '.ts')}.mjs`, folder);
  return new Worker(bundle, { ...options, execArgv: [], workerData });
}
