import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  type QuestionCalls,
  QuestionFault,
  questionCalls,
} from '@countersign/agent/questions/question-calls';
import { isObject, type JsonObject } from '@countersign/json/json-object';
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
/** How long the server is looked for before the question is asked, ms. */
const firstContactMs = 15_000;
/** Of a timer; a question may live longer. */
const longestTimerMs = 2 ** 31 - 1;
/** The command could not ask, or does not know the answer. */
const faultCode = 3;

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
function questionOf(ask: string, typed: Typed, expiresIn: number): JsonObject {
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
function report(question: JsonObject, isJson: boolean): number {
  const { status, outcome, reason: why } = question;
  if (isJson) process.stdout.write(`${JSON.stringify(question)}\n`);
  const say = (words: string) => process.stderr.write(`${words}\n`);
  if (status === 'failed') {
    say(`It failed: ${String(why ?? 'the server does not say why')}`);
    return faultCode;
  }
  if (!isObject(outcome)) {
    say(status === 'withdrawn' ? 'The question was withdrawn.' : 'Nobody answered in time.');
    return 2;
  }
  const { type, value, reason, by, how } = outcome;
  const who = how === 'default' ? 'nobody answered in time: the default' : String(by ?? how);
  say(`${String(type)} (${who})${reason === undefined ? '' : `: ${String(reason)}`}`);
  const isYes = type === 'approve' || type === 'edit' || type === 'rank';
  if (isYes && value !== undefined && !isJson) process.stdout.write(`${JSON.stringify(value)}\n`);
  return isYes ? 0 : 1;
}

/** What went wrong, with the address. */
function wordsOf(error: unknown, url: string): string {
  if (!(error instanceof QuestionFault) || error.status === null) {
    return error instanceof Error ? error.message : String(error);
  }
  return `${url} refuses it: status ${error.status}. ${error.message.replace('The server refuses: ', '')}`;
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
  return outcomeOf(body, {
    place: { url: url || 'http://127.0.0.1:4400', token },
    key: values.key ?? randomUUID(),
    seconds,
    isJson: values.json,
  });
}

interface Asking {
  place: { url: string; token: string };
  key: string;
  seconds: number;
  isJson: boolean;
}

/** Asks and waits; a signal, or the end of the time, takes the question back. */
async function outcomeOf(
  body: JsonObject,
  { place, key, seconds, isJson }: Asking,
): Promise<number> {
  const onAway = (fault: QuestionFault) =>
    process.stderr.write(`${wordsOf(fault, place.url).replace(/\.?$/, '.')} It is tried again.\n`);
  const calls = (awayMs: number): QuestionCalls => questionCalls({ ...place, awayMs, onAway });
  const ms = Math.min(seconds * 1_000, longestTimerMs - graceMs);
  const over = AbortSignal.timeout(ms + graceMs);
  const stopped = new AbortController();
  const codes = { SIGINT: 130, SIGTERM: 143 };
  let code = 0;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      code = codes[signal];
      stopped.abort();
    });
  }
  const until = AbortSignal.any([stopped.signal, over]);
  const asked = calls(Math.min(firstContactMs, ms)).ask(body, key, until);
  try {
    const question = await asked;
    if (question['status'] === 'open') process.stderr.write(`Asked: ${question['url']}\n`);
    return report(await calls(ms).end(question, until), isJson);
  } catch (error) {
    if (!until.aborted) throw new CommandError(wordsOf(error, place.url), faultCode);
    const taken = await calls(0).withdraw(asked, { body, key });
    if (stopped.signal.aborted) {
      process.stderr.write('The question was withdrawn.\n');
      return code;
    }
    if (taken !== null) return report(taken, isJson);
    throw new CommandError(`${place.url} does not answer: the outcome is not known.`, faultCode);
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
