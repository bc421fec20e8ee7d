import { type ResourceLimits, Worker } from 'node:worker_threads';

const isBundled = import.meta.url.endsWith('.mjs');

/**
 * Runs a module of this server in a separate thread: its bundle, which is next to this one, else its source. A worker starts with no
 * loader: `--import tsx` in execArgv does not reach its entry file on Node 20, so it registers tsx itself.
 */
export function startThread(
  module: URL,
  workerData: unknown,
  options: { resourceLimits?: ResourceLimits } = {},
): Worker {
  if (isBundled) {
    const bundle = new URL(module.href.replace(/\.ts$/, '.mjs'));
    return new Worker(bundle, { ...options, workerData });
  }
  const tsx = import.meta.resolve('tsx/esm/api');
  const code = `import(${JSON.stringify(tsx)}).then(({ tsImport }) =>
    tsImport(${JSON.stringify(module.href)}, ${JSON.stringify(module.href)}))`;
  return new Worker(code, { ...options, eval: true, execArgv: [], workerData });
}
