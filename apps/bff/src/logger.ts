import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** The server's log, one JSON object per line, without secrets. */
export const createLogger = ({ logLevel }: Pick<Config, 'logLevel'>): Logger =>
  pino({
    level: logLevel,
    redact: {
      paths: ['req.headers.authorization', 'req.headers.cookie', '*.headers', '*.token', '*.code'],
      censor: '[secret]',
    },
  });
