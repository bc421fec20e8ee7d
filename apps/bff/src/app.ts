import { say } from '@countersign/api/statements';
import { mcp } from '@countersign/part-mcp/part';
import { registerDescription } from '@countersign/server/description/description-routes';
import { registerGuard } from '@countersign/server/guard/guard';
import { createGuessLimit } from '@countersign/server/guard/guess-limit';
import { collectMethods } from '@countersign/server/http/allowed-methods';
import { registerChangeNotices } from '@countersign/server/http/change-notices';
import { registerCompression } from '@countersign/server/http/compress';
import { registerConsole } from '@countersign/server/http/console';
import { registerErrors, sendUrlProblem } from '@countersign/server/http/errors';
import { registerExactBodies } from '@countersign/server/http/exact-bodies';
import { isApi } from '@countersign/server/http/is-api';
import { ProblemError } from '@countersign/server/http/problem';
import { registerReadsOnly } from '@countersign/server/http/reads-only';
import { newRequestId, registerRequestLog } from '@countersign/server/http/request-log';
import { registerSecurityHeaders } from '@countersign/server/http/security-headers';
import { registerUnreadBodies } from '@countersign/server/http/unread-body';
import type { ZodApp } from '@countersign/server/http/zod-app';
import { registerKernel } from '@countersign/server/routes';
import { registerMetrics } from '@countersign/server/routes/metrics';
import fastifyCookie from '@fastify/cookie';
import fastifyRateLimit from '@fastify/rate-limit';
import fastify, { LogController } from 'fastify';
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod';
import type { AppDeps } from './app-deps.ts';
import { registerLibraries } from './libraries/library-routes.ts';

/** The server's HTTP interface as a function of its dependencies: test it with `inject`, without a port. */
export async function createApp(deps: AppDeps): Promise<ZodApp> {
  const app = fastify({
    ...(deps.logger === false ? { logger: false } : { loggerInstance: deps.logger }),
    // The log has routes and ids, not addresses.
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: newRequestId,
    trustProxy: deps.trustedProxies.length === 0 ? false : [...deps.trustedProxies],
    bodyLimit: deps.limits.bodyBytes,
    // Ids are chosen by agents, and journals of older releases contain prompt ids made from two of them, percent-encoded.
    routerOptions: { maxParamLength: 8_192 },
    frameworkErrors: sendUrlProblem,
    // A server on another port can set cookies for this one, 180 of 4 KB: too many for Node's default of 16 KB.
    http: { maxHeaderSize: 1024 * 1024 },
    // Streams never end on their own: closing must not wait for them.
    forceCloseConnections: true,
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  // Changes require JSON: a plain form of another site cannot send it without a preflight.
  app.removeContentTypeParser('text/plain');
  const methodsAt = collectMethods(app);
  registerRequestLog(app, deps.telemetry);
  registerExactBodies(app);
  registerErrors(app);
  registerUnreadBodies(app, deps.clock);
  await app.register(fastifyCookie);
  const { others } = deps.journal;
  const guesses = createGuessLimit(deps.clock, (address) =>
    others.notify({ kind: 'wrong-guess', address }),
  );
  const stopHearing = others.onWord((word) => {
    if (word.kind === 'wrong-guess') guesses.wrongElsewhere(word.address);
  });
  app.addHook('onClose', async () => stopHearing());
  const { programs } = mcp.of(deps.kernel);
  registerGuard(app, { ...deps, programs, guesses });
  registerReadsOnly(app, deps.journal);
  await registerSecurityHeaders(app);
  await app.register(fastifyRateLimit, {
    max: deps.limits.requestsPerMinute,
    timeWindow: 60_000,
    keyGenerator: ({ identity, programCaller, ip }) =>
      programCaller === null ? (identity?.operator.id ?? ip) : `mcp ${programCaller.client.id}`,
    allowList: (request) => !isApi(request) && request.programCaller === null,
    errorResponseBuilder: (_request, context) =>
      new ProblemError('rate-limited', say('request.try-again-in', { time: context.after })),
  });
  registerCompression(app);
  registerChangeNotices(app, deps);
  registerKernel(app, { ...deps, guesses });
  deps.parts.routes(app, { ...deps, guesses });
  registerLibraries(app, deps);
  if (deps.metrics !== null) registerMetrics(app, deps.metrics, guesses);
  registerDescription(app);
  await registerConsole(app, { directory: deps.consoleDir, methodsAt });
  return app;
}
