import { checkForNewerVersion } from './newer-version.ts';

const script = '/shell-worker.js';
const cachePrefix = 'countersign-shell-';

/** The worker's address is the only text that becomes a script here. */
const policy = globalThis.window?.trustedTypes?.createPolicy('countersign-shell', {
  createScriptURL(url) {
    if (url === script) return url;
    throw new TypeError('not a script of the console');
  },
});

/** A page in development changes with every key. */
const workers = import.meta.env.PROD ? globalThis.navigator?.serviceWorker : undefined;

/** Another worker took over: of a newer version, or the first, or this one's after a sign-out. */
const heedNextWorker = () => void checkForNewerVersion();

/** Until it has stored its files, or has failed to: `ready` would wait for ever for a first one that fails. */
const settled = (worker: ServiceWorker | null): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (worker === null || worker.state === 'activated' || worker.state === 'redundant')
        resolve();
    };
    worker?.addEventListener('statechange', look);
    look();
  });

/** Lets a worker hold the console's files, so that it starts without network: where the browser allows one (https or localhost). */
export async function keepShell(): Promise<void> {
  if (workers === undefined) return;
  workers.addEventListener('controllerchange', heedNextWorker);
  try {
    const address = policy?.createScriptURL(script) ?? script;
    const registration = await workers.register(address, { updateViaCache: 'none' });
    await settled(registration.installing);
    // After a sign-out the worker may be the same, with nothing in its cache.
    registration.active?.postMessage('fill');
  } catch (error) {
    // The console works without it, but for a start without network.
    console.warn('The console could not be kept for a time without network.', error);
  }
}

/** Takes the worker away, and all that it holds. */
export async function forgetShell(): Promise<void> {
  if (workers === undefined) return;
  try {
    const registration = await workers.getRegistration();
    await registration?.unregister();
    const names = (await caches.keys()).filter((name) => name.startsWith(cachePrefix));
    await Promise.all(names.map((name) => caches.delete(name)));
  } catch (error) {
    // A browser without storage rejects these calls: that must not prevent signing out.
    console.warn('What was kept of the console could not be taken away.', error);
  }
}
