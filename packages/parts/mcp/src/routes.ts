import type { ZodApp } from '@countersign/server/http/zod-app';
import { registerMcp } from './mcp/endpoint.ts';
import type { McpDeps } from './mcp-services.ts';
import { registerPrograms } from './routes/programs.ts';
import { registerQuestions } from './routes/questions.ts';

/** The routes of MCP and programs that ask. */
export function registerMcpAndPrograms(app: ZodApp, deps: McpDeps): void {
  registerMcp(app, deps);
  registerPrograms(app, deps);
  registerQuestions(app, deps);
}
