import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '@countersign/api/statements';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { sendProblem } from './errors.ts';

interface ConsoleParts {
  /** Of the built console; null = it is not served. */
  directory: string | null;
  /** The methods that an address takes. */
  methodsAt: (url: string) => readonly string[];
}

/** Serves the built console with its documentation: hashed assets cached forever, the page never cached, the page for unknown paths. */
export async function registerConsole(
  app: FastifyInstance,
  { directory, methodsAt }: ConsoleParts,
): Promise<void> {
  const built = directory !== null && existsSync(join(directory, 'index.html'));
  if (built) {
    await app.register(fastifyStatic, {
      root: directory,
      cacheControl: false,
      // Written by the build; each compressed copy has its own ETag.
      preCompressed: true,
      setHeaders(response, path) {
        const hashed = path.startsWith(join(directory, 'assets'));
        const value = hashed ? 'public, max-age=31536000, immutable' : 'no-cache';
        response.setHeader('cache-control', value);
        response.setHeader('vary', 'accept-encoding');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const page = request.method === 'GET' && !/^\/(api|assets|docs|problems)\//.test(request.url);
    if (built && page) return reply.sendFile('index.html');
    const methods = methodsAt(request.url);
    if (methods.length > 0) {
      reply.header('allow', methods.join(', '));
      return sendProblem(
        reply,
        'method-not-allowed',
        say('request.method', { methods: methods.join(', ') }),
      );
    }
    return sendProblem(reply, 'not-found', say('request.nothing-here'));
  });
}
