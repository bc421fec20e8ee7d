import type { FastifyInstance } from 'fastify';

interface Served {
  /** Parts of the path; null = any text. */
  parts: readonly (string | null)[];
  methods: ReadonlySet<string>;
}

const partsOf = (path: string): string[] => path.split('/');

/** Whether a path, as it was sent, is one of a route. */
const isAt = ({ parts }: Served, path: readonly string[]): boolean =>
  parts.length === path.length &&
  parts.every((part, at) => (part === null ? path[at] !== '' : part === path[at]));

/**
 * Collects every route that is registered from now on, but those of whole folders (`*`), which are the files of the console. The
 * result has the methods that an address takes, sorted; none = there is nothing at it.
 */
export function collectMethods(app: FastifyInstance): (url: string) => readonly string[] {
  const served: Served[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const parts = partsOf(url).map((part) => (part.startsWith(':') ? null : part));
    served.push({ parts, methods: new Set([method].flat()) });
  });
  return (url) => {
    const path = partsOf(url.replace(/\?.*$/s, ''));
    const methods = served.filter((route) => isAt(route, path)).flatMap((one) => [...one.methods]);
    return [...new Set(methods)].sort();
  };
}
