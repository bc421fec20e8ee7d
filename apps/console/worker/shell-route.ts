/** How a request of the page is answered: `page` and `part` from the network first, `file` from the cache first, `none` as if there were no worker. */
export type ShellRoute = 'page' | 'part' | 'file' | 'none';

/** Files of the shell that keep their name from version to version. */
export const unhashed: readonly string[] = ['/boot.js', '/favicon.svg'];

const ofServer = /^\/(api|docs|health|npm|packages|problems|ready|simple)(\/|$)|^\/llms\.txt$/;

/** Only the console's own files: what the server answers, and its stream, is never touched. */
export function shellRoute(
  request: { method: string; mode: string; url: string },
  origin: string,
): ShellRoute {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin || ofServer.test(url.pathname))
    return 'none';
  if (request.mode === 'navigate') return 'page';
  if (url.pathname.startsWith('/assets/')) return 'file';
  return unhashed.includes(url.pathname) ? 'part' : 'none';
}
