import { proofHeader } from '@countersign/api/session';
import fastifyCookie from '@fastify/cookie';
import fastifyHelmet from '@fastify/helmet';
import fastifyRateLimit from '@fastify/rate-limit';
import fastifySwagger from '@fastify/swagger';
import fastify from 'fastify';
import {
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod';
import type { AppDeps } from './app-deps.ts';
import { registerCompression } from './http/compress.ts';
import { registerConsole } from './http/console.ts';
import { registerErrors, sendUrlProblem } from './http/errors.ts';
import { registerExactBodies } from './http/exact-bodies.ts';
import { isApi } from './http/is-api.ts';
import { ProblemError } from './http/problem.ts';
import { registerTellChanges } from './http/tell-changes.ts';
import type { ZodApp } from './http/zod-app.ts';
import { registerGuard } from './operators/guard.ts';
import { createGuessLimit } from './operators/guess-limit.ts';
import { registerActivity } from './routes/activity.ts';
import { registerAgents } from './routes/agents.ts';
import { registerAudit } from './routes/audit.ts';
import { registerBulk } from './routes/bulk.ts';
import { registerChecks } from './routes/checks.ts';
import { registerClaims } from './routes/claims.ts';
import { registerComments } from './routes/comments.ts';
import { registerDismissedTools } from './routes/dismissed-tools.ts';
import { registerDrafts } from './routes/drafts.ts';
import { registerHealth } from './routes/health.ts';
import { registerHistory } from './routes/history.ts';
import { registerOperators } from './routes/operators.ts';
import { registerPolicy } from './routes/policy.ts';
import { registerPresence } from './routes/presence.ts';
import { registerPreview } from './routes/preview.ts';
import { registerPrompts } from './routes/prompts.ts';
import { registerProtocols } from './routes/protocols.ts';
import { registerQueue } from './routes/queue.ts';
import { registerRestart } from './routes/restart.ts';
import { registerRules } from './routes/rules.ts';
import { registerSchemas } from './routes/schemas.ts';
import { registerSession } from './routes/session.ts';
import { registerStream } from './routes/stream.ts';
import { registerTasks } from './routes/tasks.ts';
import { registerTime } from './routes/time.ts';
import { registerViews } from './routes/views.ts';
import { registerWebhooks } from './routes/webhooks.ts';

/** The server's HTTP face as a function of what it needs: test it with `inject`, without a port. */
export async function createApp(deps: AppDeps): Promise<ZodApp> {
  const app = fastify({
    ...(deps.logger === false ? { logger: false } : { loggerInstance: deps.logger }),
    bodyLimit: deps.limits.bodyBytes,
    // Ids are the agents', and journals of older releases hold prompts named after two of them, percent-encoded.
    routerOptions: { maxParamLength: 8_192 },
    frameworkErrors: sendUrlProblem,
    // A server on another port can give the browser cookies for this one, 180 of 4 KB: too many for Node's default of 16 KB.
    http: { maxHeaderSize: 1024 * 1024 },
    // A stream never ends by itself: closing must not wait for it.
    forceCloseConnections: true,
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  // Only JSON changes anything: a plain form of another site cannot send it unasked.
  app.removeContentTypeParser('text/plain');
  registerExactBodies(app);
  registerErrors(app);
  await app.register(fastifyCookie);
  const guesses = createGuessLimit(deps.clock);
  registerGuard(app, { ...deps, guesses });
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
  await app.register(fastifyRateLimit, {
    max: deps.limits.requestsPerMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => request.identity?.operator.id ?? request.ip,
    allowList: (request) => !isApi(request),
    errorResponseBuilder: (_request, context) =>
      new ProblemError('rate-limited', `Too many requests; try again in ${context.after}.`),
  });
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Countersign',
        version: '1',
        description: 'The operator console for AI agents: tasks, prompts, decisions, one stream.',
      },
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer' },
          // Without TLS the name ends with the port, behind it it begins with `__Host-`.
          session: { type: 'apiKey', in: 'cookie', name: 'countersign_session_4400' },
          proof: { type: 'apiKey', in: 'header', name: proofHeader },
        },
      },
      security: [{ token: [] }, { session: [], proof: [] }],
    },
    transform: jsonSchemaTransform,
  });
  // What an operator may read must not stay in a cache, of the browser or of anybody in between.
  app.addHook('onSend', async (request, reply) => {
    if (isApi(request)) reply.header('cache-control', 'no-store');
  });
  registerCompression(app);
  registerTellChanges(app, deps);
  registerHealth(app, deps);
  registerSession(app, { ...deps, guesses });
  registerOperators(app, deps);
  registerAgents(app, deps);
  registerProtocols(app, deps);
  registerTasks(app, deps);
  registerActivity(app, deps);
  registerHistory(app, deps);
  registerRestart(app, deps);
  registerPolicy(app, deps);
  registerPrompts(app, deps);
  registerQueue(app, deps);
  registerPreview(app, deps);
  registerChecks(app, deps);
  registerTime(app, deps);
  registerSchemas(app, deps);
  registerBulk(app, deps);
  registerClaims(app, deps);
  registerDismissedTools(app, deps);
  registerComments(app, deps);
  registerDrafts(app, deps);
  registerPresence(app, deps);
  registerViews(app, deps);
  registerRules(app, deps);
  registerWebhooks(app, deps);
  registerAudit(app, deps);
  registerStream(app, deps);
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  await registerConsole(app, deps.consoleDir);
  return app;
}
