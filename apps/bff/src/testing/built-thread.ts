import { basename } from 'node:path';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { LentThread } from './lent-thread.ts';

const folder = new URL('../../../../dist-server/', import.meta.url);

/**
 * In tests, replaces the module that starts threads: each is its bundle, as in a built server, and starts without a loader. There are
 * hundreds of servers in a test run, and most of their time would be the start of the store's threads: those are passed from server
 * to server.
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
