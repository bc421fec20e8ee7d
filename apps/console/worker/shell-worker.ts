import { shellRoute, unhashed } from './shell-route.ts';

/** Written by the build: what one version of the console consists of. */
interface Shell {
  version: string;
  /** The script that its page starts with. */
  entry: string;
  /** Files without which no screen shows. */
  needed: readonly string[];
  /** Every other screen's. */
  others: readonly string[];
}
declare const SHELL: Shell;
declare const self: ServiceWorkerGlobalScope;

const prefix = 'countersign-shell-';
const cacheName = `${prefix}${SHELL.version}`;
/** A page that takes this long is shown from the cache: the network may only seem to be there. */
const patienceMs = 5_000;
const page = '/';

const savesData = () => {
  const { connection } = self.navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
};

/**
 * Puts one complete version into its cache. A page that starts with another script belongs to another version, with its own worker.
 */
async function fill(): Promise<void> {
  const cache = await caches.open(cacheName);
  const held = new Set((await cache.keys()).map((request) => new URL(request.url).pathname));
  if (!held.has(page)) {
    const answer = await fetch(page, { cache: 'no-store' });
    const text = await answer.clone().text();
    if (!answer.ok || !text.includes(SHELL.entry)) throw new Error('The console was replaced.');
    await cache.put(page, answer);
  }
  const wanted = [...unhashed, ...SHELL.needed, ...(savesData() ? [] : SHELL.others)];
  const missing = wanted.filter((path) => !held.has(path));
  await cache.addAll(missing);
}

/** This version, and the one before: tabs that still run it load what they have not shown yet. */
async function dropOld(): Promise<void> {
  const kept = (await caches.keys()).filter((name) => name.startsWith(prefix));
  const others = kept.filter((name) => name !== cacheName);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

const held = async (path: string): Promise<Response | undefined> =>
  (await caches.has(cacheName)) ? (await caches.open(cacheName)).match(path) : undefined;

/** From the network; from the cache when there is none, it takes too long, or only a proxy answers. */
async function networkFirst(request: Request, path: string): Promise<Response> {
  const kept = await held(path);
  const asked = fetch(request);
  if (kept === undefined) return asked;
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs));
  try {
    const answer = await Promise.race([asked, late]);
    if (answer !== null && ![502, 503, 504].includes(answer.status)) return answer;
  } catch {
    // No network: only the kept files are available.
  }
  return kept;
}

/** The name holds the hash of the content, so any copy is the right one. */
async function cacheFirst(request: Request): Promise<Response> {
  const kept = await caches.match(request.url);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  // After signing out there is no cache, and none is created.
  if (answer.ok && (await caches.has(cacheName))) {
    await (await caches.open(cacheName)).put(request.url, answer.clone());
  }
  return answer;
}

self.addEventListener('install', (event) => {
  event.waitUntil(fill().then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => {
  event.waitUntil(dropOld().then(() => self.clients.claim()));
});
// A worker that is registered again is not installed again: what a sign-out has cleared is asked for by the page.
self.addEventListener('message', (event) => {
  if (event.data === 'fill') event.waitUntil(fill().catch(() => undefined));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const route = shellRoute(request, self.location.origin);
  if (route === 'page') event.respondWith(networkFirst(request, page));
  if (route === 'part') event.respondWith(networkFirst(request, new URL(request.url).pathname));
  if (route === 'file') event.respondWith(cacheFirst(request));
});
