import workerUrl from './layout-worker.ts?worker&url';

/** The part of Trusted Types that is needed; a trusted URL is typed as the string that it stands for. */
interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}
declare global {
  interface Window {
    trustedTypes?: PolicyFactory;
  }
}

/** The only script that the console starts by an address, and so the only one that its policy lets through. */
const policy = globalThis.window?.trustedTypes?.createPolicy('countersign-layout', {
  createScriptURL(url) {
    if (url === workerUrl) return url;
    throw new TypeError('not a script of the console');
  },
});

export const startLayoutWorker = (): Worker =>
  new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' });
