import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CodingAgent } from '@countersign/api/agents/door';

const source = fileURLToPath(new URL('../../hook/', import.meta.url));

/** Puts a hook into a folder, as `connect` does; returns its launcher. */
export function installHook(
  folder: string,
  given: {
    url?: string;
    token?: string;
    agent?: CodingAgent;
    deadlineSeconds?: number;
    node?: string;
  },
): string {
  const { url, token = '', agent = 'claude', deadlineSeconds = 600 } = given;
  cpSync(source, folder, { recursive: true });
  const launcher = join(folder, 'launch.sh');
  const text = readFileSync(launcher, 'utf8');
  writeFileSync(launcher, text.replace('@NODE@', `'${given.node ?? process.execPath}'`));
  const config = { agent, url, deadlineSeconds, holds: 'all' };
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
  writeFileSync(join(folder, 'token'), token);
  return launcher;
}

let calls = 0;

/** A call as the agent sends it to its hook. */
export function sentBy(agent: CodingAgent, input: object, cwd = '/work/payments-api') {
  calls += 1;
  return {
    session_id: `session-of-${agent}`,
    cwd,
    hook_event_name: agent === 'gemini' ? 'BeforeTool' : 'PreToolUse',
    permission_mode: 'default',
    ...(agent === 'gemini'
      ? { timestamp: new Date(Date.now() + calls).toISOString(), tool_name: 'run_shell_command' }
      : { tool_name: 'Bash', tool_use_id: `call-${calls}` }),
    tool_input: input,
  };
}
