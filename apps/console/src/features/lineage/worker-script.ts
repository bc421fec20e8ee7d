import workerUrl from './layout-worker.ts?worker&url';

/** The only script that a view starts by an address, and so the only one that this policy lets through. */
const policy = globalThis.window?.trustedTypes?.createPolicy('countersign-layout', {
  createScriptURL(url) {
    if (url === workerUrl) return url;
    throw new TypeError('not a script of the console');
  },
});

export const startLayoutWorker = (): Worker =>
  new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' });
