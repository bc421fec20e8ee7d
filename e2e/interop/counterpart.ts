import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A server of another project, running on free ports. */
export interface Counterpart {
  /** The addresses printed when it was ready. */
  urls: Record<string, string>;
  stop(): Promise<void>;
}

const startMs = 120_000;

/** Starts `e2e/interop/<name>/server.mjs`. @throws with its output when it ends or prints nothing */
export async function startCounterpart(name: string): Promise<Counterpart> {
  const path = fileURLToPath(new URL(`${name}/server.mjs`, import.meta.url));
  const child = spawn(process.execPath, [path], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors = (errors + chunk).slice(-20_000);
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const line = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`${name} ${why}:\n${output}${errors}`));
    const timer = setTimeout(() => fail('did not become ready'), startMs);
    child.once('exit', (code) => fail(`ended with ${code}`));
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (!output.includes('\n')) return;
      clearTimeout(timer);
      resolve(output.slice(0, output.indexOf('\n')));
    });
  });
  return {
    urls: JSON.parse(line),
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
