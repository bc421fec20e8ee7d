// Countersign holds the tool calls of OpenCode: written by `countersign connect opencode`, removed by `countersign disconnect opencode`.
// OpenCode runs a call unless this throws; so it throws whenever there is no well-formed yes.
import { spawn } from 'node:child_process';

const launcher = '@LAUNCHER@';

/** Runs the launcher with one event; resolves with its end. */
const run = (mode, event) =>
  new Promise((resolve) => {
    const child = spawn('/bin/sh', [launcher, mode], { stdio: ['pipe', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.on('error', (error) => resolve({ code: 2, stdout, stderr: error.message }));
    child.on('close', (code) => resolve({ code, stdout, stderr }));
    child.stdin.on('error', () => {});
    child.stdin.end(JSON.stringify(event));
  });

export const Countersign = async ({ directory }) => {
  const eventOf = (name, { tool, sessionID, callID }, args) => ({
    hook_event_name: name,
    session_id: sessionID,
    cwd: directory,
    tool_name: tool,
    tool_input: args,
    tool_use_id: callID,
  });
  return {
    'tool.execute.before': async (input, output) => {
      const { code, stdout, stderr } = await run('ask', eventOf('ask', input, output.args));
      if (code !== 0) throw new Error(stderr.trim() || 'Countersign: not run. The hook failed.');
      const verdict = JSON.parse(stdout);
      if (verdict.decision !== 'allow') throw new Error('Countersign: not run.');
      if (verdict.input === undefined) return;
      for (const name of Object.keys(output.args)) delete output.args[name];
      Object.assign(output.args, verdict.input);
    },
    'tool.execute.after': async (input, output) => {
      const event = eventOf('after', input, input.args ?? {});
      await run('note', { ...event, tool_response: String(output?.output ?? '') });
    },
  };
};
