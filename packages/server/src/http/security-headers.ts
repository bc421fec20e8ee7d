import fastifyHelmet from '@fastify/helmet';
import { isApi } from './is-api.ts';
import type { ZodApp } from './zod-app.ts';

/** Restricts what the browser may do with responses. */
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
        // No text becomes a script or HTML; each of these policies permits one worker of the console and nothing else.
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['countersign-layout', 'countersign-shell'],
      },
    },
    // On plain http on loopback it would make the console unreachable.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
  });
  // What an operator may read must not stay in a cache of the browser or of a proxy.
  app.addHook('onSend', async (request, reply) => {
    if (isApi(request)) reply.header('cache-control', 'no-store');
  });
}
