import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commands } from './commands.ts';
import { type RunningCommand, runCommand, startCommand } from './testing/run-command.ts';

let home: string;
let environment: Record<string, string>;
const running: RunningCommand[] = [];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'countersign-command-'));
  environment = { HOME: home };
});
afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  rmSync(home, { recursive: true, force: true });
});

/** Starts a server, and resolves when it has printed everything. */
async function start(...words: string[]): Promise<RunningCommand> {
  const one = startCommand(['start', '--port', '0', ...words], environment);
  running.push(one);
  await expect
    .poll(() => `${one.output().stdout}${one.output().stderr}`, { timeout: 30_000 })
    .toMatch(/^Log: /m);
  return one;
}

describe('words', () => {
  it('prints the help of all commands, and of each', async () => {
    const general = await runCommand(['--help'], environment);
    expect(general).toMatchObject({ code: 0, stderr: '' });
    for (const name of commands.keys()) expect(general.stdout).toContain(`  ${name}`);
    const [ask, start] = await Promise.all([
      runCommand(['help', 'ask'], environment),
      runCommand(['start', '-h'], environment),
    ]);
    expect(ask.stdout).toMatch(/^countersign ask <question>/);
    expect(start.stdout).toMatch(/^countersign \[start\]/);
  });

  it('says in a sentence what it does not understand', async () => {
    const [command, option, extra, missing] = await Promise.all([
      runCommand(['strat'], environment),
      runCommand(['--prot', '80'], environment),
      runCommand(['start', 'now'], environment),
      runCommand(['backup'], environment),
    ]);
    expect(command).toMatchObject({ code: 2, stderr: expect.stringMatching(/no command "strat"/) });
    expect(option).toMatchObject({ code: 2, stderr: expect.stringMatching(/no option --prot/) });
    expect(extra).toMatchObject({ code: 2, stderr: expect.stringMatching(/What is "now"\?/) });
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringMatching(/Name the folder/) });
    for (const { stderr } of [command, option, extra, missing]) {
      expect(stderr.trim().split('\n')).toHaveLength(1);
    }
  });

  it('prints its version, also as JSON', async () => {
    const { stdout } = await runCommand(['version', '--json'], environment);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(JSON.parse(stdout)).toMatchObject({ version, node: process.version });
  });
});

describe('start', () => {
  it('keeps everything in the folder of the user, prints no entry of the log, and ends with a signal', async () => {
    const server = await start();
    const { stdout, stderr } = server.output();
    const folder = join(home, '.local/share/countersign');
    expect(stderr).toBe('');
    expect(stdout.trim().split('\n')).toEqual([
      expect.stringMatching(/^Countersign listens on http/),
      expect.stringMatching(/^Sign in: http\S+#code=/),
      `Administrator's token: ${folder}/token`,
      `Log: ${folder}/countersign.log`,
    ]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'countersign.log')).mode & 0o777).toBe(0o600);
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
    expect(readFileSync(join(folder, 'countersign.log'), 'utf8')).toContain('has stopped');
  }, 60_000);

  it('says in a sentence why it cannot start', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const file = join(home, 'a-file');
    writeFileSync(file, '');
    const used = join(home, 'used');
    mkdirSync(used);
    await start('--data', used);
    const said = await Promise.all([
      runCommand(['--port', `${port}`], environment),
      runCommand(['--data', join(file, 'below')], environment),
      runCommand(['--data', used, '--port', '0'], environment),
    ]);
    taken.close();
    const sentences = [
      /^Port \d+ is taken\. Choose another with --port/,
      /cannot be (made|written) .*Choose another/,
      /^Another Countersign server is using .*--data/,
    ];
    for (const [index, { code, stderr, stdout }] of said.entries()) {
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(sentences[index] ?? /never/);
      expect(stderr.trim().split('\n')).toHaveLength(1);
    }
  }, 60_000);
});
