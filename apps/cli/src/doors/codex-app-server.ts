import { spawn } from 'node:child_process';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { CommandError } from '../command.ts';

/** What Codex itself says of a hook. */
interface ListedHook {
  key: string;
  currentHash: string;
  trustStatus: string;
  command: string;
}

const maxMs = 30_000;

/** Starts Codex's own server for as long as `use` needs it. */
async function withAppServer<Result>(
  use: (call: (method: string, params: JsonObject) => Promise<unknown>) => Promise<Result>,
): Promise<Result> {
  const child = spawn('codex', ['app-server'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map<number, (answer: JsonObject) => void>();
  let rest = '';
  let last = 0;
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const answer: unknown = line.trim() === '' ? null : JSON.parse(line);
      if (isObject(answer) && typeof answer['id'] === 'number') waiting.get(answer['id'])?.(answer);
    }
  });
  const gone = new Promise<never>((_, reject) => {
    const failed = () => reject(new CommandError('Codex did not answer: codex app-server.'));
    child.on('error', failed);
    child.on('exit', failed);
    setTimeout(failed, maxMs).unref();
  });
  gone.catch(() => {});
  const send = (message: JsonObject) => child.stdin.write(`${JSON.stringify(message)}\n`);
  const call = async (method: string, params: JsonObject): Promise<unknown> => {
    last += 1;
    const id = last;
    const answered = new Promise<JsonObject>((resolve) => waiting.set(id, resolve));
    send({ method, id, params });
    const answer = await Promise.race([answered, gone]);
    if ('result' in answer) return answer['result'];
    throw new CommandError(`Codex refused ${method}: ${JSON.stringify(answer['error'])}`);
  };
  try {
    await call('initialize', { clientInfo: { name: 'countersign', version: '0.1.0' } });
    send({ method: 'initialized' });
    return await use(call);
  } finally {
    child.removeAllListeners('exit');
    child.kill();
  }
}

function hooksOf(result: unknown): ListedHook[] {
  const found: ListedHook[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (isObject(value)) {
      const { key, currentHash, trustStatus, command } = value;
      if (typeof key === 'string' && typeof currentHash === 'string') {
        const trust = String(trustStatus);
        found.push({ key, currentHash, trustStatus: trust, command: String(command) });
      } else Object.values(value).forEach(visit);
    }
  };
  visit(result);
  return found;
}

const ours = (hooks: ListedHook[], launcher: string) =>
  hooks.filter(({ command }) => command.includes(launcher));

/** Whether Codex trusts all of our hooks: one that it does not is skipped without a word, and the call runs. */
export const isTrusted = (launcher: string, count: number): Promise<boolean> =>
  withAppServer(async (call) => {
    const listed = ours(hooksOf(await call('hooks/list', { cwds: [process.cwd()] })), launcher);
    const trusted = listed.filter(({ trustStatus }) => trustStatus === 'trusted');
    return listed.length === count && trusted.length === count;
  });

/** Trusts our own hooks, by the hashes that Codex gives, and switches terminals off that a call could leave open. */
export const trustHooks = (launcher: string): Promise<void> =>
  withAppServer(async (call) => {
    const listed = ours(hooksOf(await call('hooks/list', { cwds: [process.cwd()] })), launcher);
    const value = Object.fromEntries(
      listed.map(({ key, currentHash }) => [key, { trusted_hash: currentHash }]),
    );
    await call('config/batchWrite', {
      edits: [
        { keyPath: 'hooks.state', value, mergeStrategy: 'upsert' },
        { keyPath: 'features.unified_exec_tty', value: false, mergeStrategy: 'upsert' },
      ],
    });
  });
