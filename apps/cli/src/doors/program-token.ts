import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isObject } from '@countersign/json/json-object';
import { CommandError } from '../command.ts';
import { dataFolder } from '../place.ts';

const timeoutMs = 15_000;

/** One request; null = the server is not there. */
async function call(
  url: string,
  path: string,
  { token, body, method }: { token: string; body?: object; method?: string },
): Promise<{ status: number; body: unknown } | null> {
  const content = { 'content-type': 'application/json' };
  const response = await fetch(new URL(path, url), {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : content) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  }).catch(() => null);
  if (response === null) return null;
  const text = await response.text().catch(() => '');
  const read: unknown = text.startsWith('{') ? JSON.parse(text) : null;
  return { status: response.status, body: read };
}

/** A token that can ask or hold calls, and nothing else. */
export const isProgramToken = (token: string): boolean => token.startsWith('cs_ask_');

/** The administrator's token of a server on this machine; null = there is none that can be read. */
function adminToken(data: string | undefined): string | null {
  const given = process.env['COUNTERSIGN_TOKEN'];
  if (given && !isProgramToken(given)) return given;
  const file = join(dataFolder(data), 'token');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

export type TokenState = 'good' | 'refused' | 'away';

/** Whether a token may hold calls at this server. */
export async function stateOfToken(url: string, token: string): Promise<TokenState> {
  const answer = await call(url, '/api/door/calls/none', { token });
  if (answer === null) return 'away';
  return answer.status === 404 ? 'good' : 'refused';
}

/** A token for one agent on this machine, which can hold calls and nothing else. */
export async function makeToken(
  url: string,
  name: string,
  data: string | undefined,
): Promise<{ token: string; program: string }> {
  const token = adminToken(data);
  if (token === null) {
    throw new CommandError(
      'A token is needed: make one in Settings, Programs that ask (over HTTP), and give it in COUNTERSIGN_TOKEN.',
    );
  }
  const body = { name: `${name} on ${hostname()}`.slice(0, 80), via: 'http' };
  const answer = await call(url, '/api/programs', { token, body });
  if (answer === null)
    throw new CommandError(`There is no server at ${url}. Start it, or give --url.`);
  const made = answer.body;
  if (answer.status !== 201 || !isObject(made) || typeof made['token'] !== 'string') {
    throw new CommandError(`The server at ${url} made no token (HTTP ${answer.status}).`);
  }
  return { token: made['token'], program: String(made['id']) };
}

/** Makes a token void, if this machine may. */
export async function revokeToken(
  url: string,
  program: string,
  data: string | undefined,
): Promise<boolean> {
  const token = adminToken(data);
  if (token === null) return false;
  const path = `/api/programs/${encodeURIComponent(program)}`;
  return (await call(url, path, { token, method: 'DELETE' }))?.status === 204;
}
