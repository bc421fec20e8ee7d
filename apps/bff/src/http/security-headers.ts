import fastifyHelmet from '@fastify/helmet';
import { isApi } from './is-api.ts';
import type { ZodApp } from './zod-app.ts';

/** What the browser is told not to do with what it gets. */
export async function registerSecurityHeaders(app: ZodApp): Promise<void> {
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // No text becomes a script or HTML; each of the policies lets one worker of the console through and nothing else.
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['countersign-layout', 'countersign-shell'],
      },
    },
    // On plain http on loopback it would lock the browser out.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
  });
  // What an operator may read must not stay in a cache, of the browser or of anybody in between.
  app.addHook('onSend', async (request, reply) => {
    if (isApi(request)) reply.header('cache-control', 'no-store');
  });
}
