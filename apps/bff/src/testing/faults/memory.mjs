// Loaded before the server (NODE_OPTIONS=--import=…): twice a second, collects what its main thread does not need any more, and adds the
// bytes that are left to the file MEMORY_FILE, a line each. What it has not given back to the system is not counted.
import { appendFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const read = () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    appendFileSync(process.env.MEMORY_FILE, `${heapUsed + external}\n`);
  };
  setInterval(read, 500).unref();
}
