import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { AskClient, type AskedQuestion, faultCode } from './ask-client.ts';
import { type Command, CommandError, UsageError } from './command.ts';
import { readArgs } from './read-args.ts';

const usage = `countersign ask <question> [options]

Asks people, waits for the answer, and exits by it:
  0  approved or edited; the value is printed as JSON, if there is one
  1  rejected, or answered in words; the reason is on standard error
  2  nobody answered in time
  3  a fault: it could not be asked, or the answer is not known

  --url <address>     of the server (default: COUNTERSIGN_URL, or http://127.0.0.1:4400)
  --token <token>     of this program, from Settings (better in COUNTERSIGN_TOKEN: others of this machine see options)
  --payload <file>    JSON: the proposal
  --schema <file>     JSON Schema of the value: the form
  --allow <answers>   such as approve,edit,reject (default: approve,reject, and edit if there is a payload or a schema)
  --timeout <time>    how long to wait, from 5s to 30d: 90s, 10m, 2h, 1d (default: 10m)
  --default <answer>  the answer that applies then
  --severity <word>   how serious it is
  --task <name>       questions with the same name are one task
  --explanation <text> why it is asked, as Markdown
  --key <text>        asks the same question once, however often the command is run with this key
  --json              print the whole outcome as JSON

Ctrl-C withdraws the question. While the server is away, the command goes on waiting until its time is over.
`;

const options = {
  url: { type: 'string' },
  token: { type: 'string' },
  payload: { type: 'string' },
  schema: { type: 'string' },
  allow: { type: 'string' },
  timeout: { type: 'string', default: '10m' },
  default: { type: 'string' },
  severity: { type: 'string' },
  task: { type: 'string' },
  explanation: { type: 'string' },
  key: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

const unitSeconds: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 };
/** The server ends the question; its answer to that may take this long, ms. */
const graceMs = 10_000;

function secondsOf(text: string): number {
  const [, count = '', unit = 's'] = /^(\d+(?:\.\d+)?)([smhd])?$/.exec(text) ?? [];
  const seconds = Math.round(Number(count) * (unitSeconds[unit] ?? 0));
  if (count !== '' && seconds > 0) return seconds;
  throw new UsageError(`--timeout ${text}: write it as 90s, 10m, 2h or 1d.`);
}

function jsonIn(option: string, file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`--${option} ${file} cannot be read as JSON: ${reason}`);
  }
}

type Typed = ReturnType<typeof readArgs<typeof options>>['values'];

/** The question as it is posted. */
function questionOf(ask: string, typed: Typed, expiresIn: number): object {
  const hasValue = typed.payload !== undefined || typed.schema !== undefined;
  const { default: atDeadline, severity, task, explanation } = typed;
  const given = Object.entries({ default: atDeadline, severity, task, explanation });
  return {
    ask,
    allowed: typed.allow?.split(',') ?? ['approve', ...(hasValue ? ['edit'] : []), 'reject'],
    expiresIn,
    ...(typed.payload === undefined ? {} : { payload: jsonIn('payload', typed.payload) }),
    ...(typed.schema === undefined ? {} : { schema: jsonIn('schema', typed.schema) }),
    ...Object.fromEntries(given.filter(([, value]) => value !== undefined)),
  };
}

/** Prints what came of the question; returns the exit code. */
function report(question: AskedQuestion, isJson: boolean): number {
  const { status, outcome } = question;
  if (isJson) process.stdout.write(`${JSON.stringify(question)}\n`);
  const say = (words: string) => process.stderr.write(`${words}\n`);
  if (status === 'failed') {
    say(`It failed: ${question.reason ?? 'the server does not say why'}`);
    return faultCode;
  }
  if (outcome === undefined) {
    say(status === 'withdrawn' ? 'The question was withdrawn.' : 'Nobody answered in time.');
    return 2;
  }
  const { type, value, reason, by, how } = outcome;
  const who = how === 'default' ? 'nobody answered in time: the default' : (by ?? how);
  say(`${type} (${who})${reason === undefined ? '' : `: ${reason}`}`);
  const isYes = type === 'approve' || type === 'edit' || type === 'rank';
  if (isYes && value !== undefined && !isJson) process.stdout.write(`${JSON.stringify(value)}\n`);
  return isYes ? 0 : 1;
}

async function ask(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArgs(args, options, {
    least: 1,
    missing: 'What is asked? countersign ask "Deploy?"',
  });
  const { env } = process;
  const url = (values.url ?? env['COUNTERSIGN_URL'] ?? '').replace(/\/+$/, '');
  const token = values.token ?? env['COUNTERSIGN_TOKEN'] ?? '';
  if (token === '') {
    throw new UsageError(
      'No token. An administrator makes one for this program under Settings; give it in COUNTERSIGN_TOKEN.',
    );
  }
  if (url !== '' && !(URL.canParse(url) && /^https?:/.test(url))) {
    throw new UsageError(
      `"${url}" is no address of a server: write it like http://127.0.0.1:4400.`,
    );
  }
  const seconds = secondsOf(values.timeout);
  const body = questionOf(positionals[0] ?? '', values, seconds);
  const until = performance.now() + seconds * 1_000 + graceMs;
  const stopped = new AbortController();
  const client = new AskClient({ url: url || 'http://127.0.0.1:4400', token }, (reason) =>
    process.stderr.write(`${reason} It is tried again.\n`),
  );
  const codes = { SIGINT: 130, SIGTERM: 143 };
  let code = 0;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      code = codes[signal];
      stopped.abort();
    });
  }
  let asked: AskedQuestion | null = null;
  try {
    const key = values.key ?? randomUUID();
    asked = await client.ask(body, { key, until: until - graceMs, signal: stopped.signal });
    if (asked.status === 'open') process.stderr.write(`Asked: ${asked.url}\n`);
    const ended = await client.wait(asked.id, until, stopped.signal);
    if (ended.status === 'open') await client.withdraw(ended.id);
    return report(ended, values.json);
  } catch (error) {
    if (!stopped.signal.aborted) throw error;
    if (asked !== null) await client.withdraw(asked.id);
    process.stderr.write('The question was withdrawn.\n');
    return code;
  }
}

export const command: Command = {
  usage,
  // All that goes wrong is a fault: the other codes are answers.
  run: (args) =>
    ask(args).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      throw new CommandError(message, faultCode);
    }),
};
