// Servers that the checks of packages start, and what they ask of them.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const token = 'the-administrator-of-this-one-check';
const addressIn = (line) => /^Countersign listens on (http\S+)/.exec(line)?.[1];

/** Resolves to what `wanted` makes of a line that the program prints. */
export function lineOf(child, wanted) {
  return new Promise((found, failed) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const value = wanted(line);
      if (value !== undefined) found(value);
    });
    child.once('exit', (code) =>
      failed(new Error(`It ended with ${code} and printed no address.`)),
    );
  });
}

export const start = (command, args, cwd, env = {}) =>
  spawn(command, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });

/** Stops what was started here, and waits for its end. */
export async function stop(child) {
  const ended = new Promise((done) => child.once('exit', done));
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await ended;
}

/** Calls of a server with a token: by default the administrator's. */
export function callsOf(server, bearer = token) {
  return async (method, path, body) => {
    const response = await fetch(new URL(path, server), {
      method,
      headers: {
        authorization: `Bearer ${bearer}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    const text = await response.text();
    return text === '' ? null : JSON.parse(text);
  };
}

/**
 * A bundled server on a data folder, with a free port.
 * @param {string} folder of the sources that it was built from
 * @param {string} data
 * @param {NodeJS.ProcessEnv} env
 */
export async function startServer(folder, data, env = {}) {
  const child = start(process.execPath, ['dist-server/bff.mjs'], folder, {
    PORT: '0',
    COUNTERSIGN_DATA: data,
    COUNTERSIGN_TOKEN: token,
    COUNTERSIGN_LOG: 'error',
    ...env,
  });
  const url = await lineOf(child, addressIn);
  return { url, call: callsOf(url), stop: () => stop(child) };
}
