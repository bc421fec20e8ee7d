import type { Logger } from 'pino';
import type { Report } from '../runtime/alarm.ts';
import { StoreUnavailableError } from '../store/faults/store-fault.ts';

/**
 * Errors that were survived, as entries of the log. A store that cannot be written is one fault with many victims: they are warnings,
 * and while the server is closing, expected.
 */
export const reportTo =
  (logger: Logger, isClosing: () => boolean): Report =>
  (what, error, about = {}) => {
    const isAway = error instanceof StoreUnavailableError;
    const level = isAway ? (isClosing() ? 'debug' : 'warn') : 'error';
    logger[level]({ ...about, err: error }, what);
  };
