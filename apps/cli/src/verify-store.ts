import type { RouteAnswer } from '@countersign/api/routes';
import type { Config } from '@countersign/bff/config';
import { runServer } from '@countersign/bff/run-server';
import { keptToken } from '@countersign/bff/settings/secret-files';
import { createLogger } from '@countersign/server/telemetry/logger';
import { createRedactor } from '@countersign/server/telemetry/redactor';

/** Starts the server as one that only reads, which migrates the store, has it verify everything, and stops it. */
export async function verifyStore(config: Config): Promise<RouteAnswer<'GET /api/audit/verify'>> {
  const redactor = createRedactor();
  const logger = createLogger({ logLevel: 'silent', logFormat: 'json' }, redactor);
  const server = await runServer(config, { logger, redactor });
  try {
    const token = config.token ?? keptToken(config.dataDir);
    const response = await fetch(`${server.url}/api/audit/verify`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!response.ok) throw new Error(`the audit was not verified: status ${response.status}`);
    return (await response.json()) as RouteAnswer<'GET /api/audit/verify'>;
  } finally {
    await server.close();
  }
}
