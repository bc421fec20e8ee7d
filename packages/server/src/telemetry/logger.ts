import { type Logger, pino } from 'pino';
import type { Redactor } from './redactor.ts';

const levels: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info ',
  40: 'WARN ',
  50: 'ERROR',
  60: 'FATAL',
};
const apart = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err']);

/** One logged object as text for a terminal: time, level, message, ids; below it the stack of an error. */
function logText(line: string): string {
  const { level, time, msg, err, ...rest } = JSON.parse(line);
  const at = new Date(Number(time)).toISOString().slice(11, 23);
  const details = Object.entries(rest)
    .filter(([name]) => !apart.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const head = [
    at,
    levels[level] ?? level,
    printable(String(msg ?? '')),
    ...details.map(printable),
  ];
  const stack = err?.stack ?? err?.message;
  const below =
    stack === undefined ? '' : `\n    ${printable(String(stack)).replaceAll('\n', '\n    ')}`;
  return `${head.join('  ')}${below}\n`;
}

/** Text of agents could move the cursor or change colours of the terminal. */
const printable = (text: string): string => text.replace(/[^\P{Cc}\n]/gu, '\ufffd');

/** Where the log is written: standard error, or a test. */
export interface LogOutput {
  isTTY?: boolean;
  write(text: string): unknown;
}

export interface LogSettings {
  logLevel: string;
  logFormat: 'auto' | 'text' | 'json';
}

/**
 * The server's log: one object per entry, as text in a terminal, otherwise as a line of JSON. Secrets are removed from the complete
 * line, so that no field, message or stack is forgotten.
 */
export function createLogger(
  { logLevel, logFormat }: LogSettings,
  redactor: Redactor,
  output: LogOutput = process.stderr,
): Logger {
  const asText = logFormat === 'text' || (logFormat === 'auto' && output.isTTY === true);
  const write = (line: string) => {
    const cleaned = redactor.clean(line);
    output.write(asText ? textOf(cleaned) : cleaned);
  };
  return pino(
    {
      level: logLevel,
      base: null,
      // The level as a word: log services understand it without a table.
      ...(asText ? {} : { formatters: { level: (label) => ({ level: label }) } }),
      redact: {
        paths: ['headers', '*.headers', 'body', '*.body', 'input', '*.input'],
        remove: true,
      },
    },
    { write },
  );
}

/** A line that is no JSON any more after its secrets were removed is written as it is. */
function textOf(line: string): string {
  try {
    return logText(line);
  } catch {
    return line;
  }
}
