import { type Logger, pino } from 'pino';
import type { Config } from '../config.ts';
import { logText } from './log-text.ts';
import type { Redactor } from './redactor.ts';

/** Where the log is written: standard error, or a test. */
export interface LogOutput {
  isTTY?: boolean;
  write(text: string): unknown;
}

/**
 * The server's log: one object per entry, as text in a terminal, otherwise as a line of JSON. Secrets are removed from the complete
 * line, so that no field, message or stack is forgotten.
 */
export function createLogger(
  { logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>,
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
