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
  const done = words.includes('--json') ? /\n/ : /^Log: /m;
  await expect
    .poll(() => `${one.output().stdout}${one.output().stderr}`, { timeout: 30_000 })
    .toMatch(done);
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
    expect(command).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/no command "strat"\. Did you mean `start`\?/),
    });
    expect(option).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/no option --prot here\. Did you mean --port\?/),
    });
    expect(extra).toMatchObject({ code: 2, stderr: expect.stringMatching(/What is "now"\?/) });
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringMatching(/Name the folder/) });
    for (const { stderr } of [command, option, extra, missing]) {
      expect(stderr.trim().split('\n')).toHaveLength(1);
    }
  });

  it('says the same as JSON, and suggests nothing for what is like no command', async () => {
    const [far, fault, listed] = await Promise.all([
      runCommand(['dance', '--json'], environment),
      runCommand(['backup', '--json'], environment),
      runCommand(['help', '--json'], environment),
    ]);
    expect(JSON.parse(far.stderr)).toEqual({
      error: 'There is no command "dance". `countersign help` lists all of them.',
      code: 2,
    });
    expect(JSON.parse(fault.stderr)).toMatchObject({ code: 2 });
    const names = JSON.parse(listed.stdout).map((one: { command: string }) => one.command);
    expect(names).toEqual([...commands.keys()]);
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

  it('prints one line of JSON for a program, also with the demo agents', async () => {
    const data = join(home, 'data');
    const server = await start('--json', '--data', data, '--demo');
    const { stdout, stderr } = server.output();
    const { url, ...about } = JSON.parse(stdout);
    expect(about).toEqual({
      signIn: expect.stringMatching(`^${url.replace('127.0.0.1', 'localhost')}/sign-in#code=`),
      dataDir: data,
      tokenFile: join(data, 'token'),
      logFile: join(data, 'countersign.log'),
      readsOnly: null,
      secretsLost: [],
      pid: server.child.pid,
    });
    expect([stderr, (await fetch(`${url}/health`)).status]).toEqual(['', 200]);
    const again = await runCommand(['start', '--json', '--data', data, '--port', '0'], environment);
    expect([again.code, again.stdout]).toEqual([1, '']);
    expect(JSON.parse(again.stderr).error).toMatch(/^Another Countersign server is using/);
  }, 60_000);

  it('says of a copied store that it only reads, and what to do', async () => {
    const first = await start('--data', join(home, 'first'));
    const copy = join(home, 'copy');
    const backup = await runCommand(['backup', copy, '--data', join(home, 'first')], environment);
    expect(backup.code).toBe(0);
    const { child, ended } = first;
    child.kill('SIGTERM');
    await ended;
    const copied = await start('--data', copy);
    expect(copied.output().stderr).toMatch(
      /^This server only reads.*copied or restored.*COUNTERSIGN_DUTY=on, once\.\n$/,
    );
    copied.child.kill('SIGTERM');
    await copied.ended;
    const json = await start('--data', copy, '--json');
    expect(JSON.parse(json.output().stdout).readsOnly).toBe('elsewhere');
  }, 60_000);
});
