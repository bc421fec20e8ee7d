import { isObject } from '@countersign/json/json-object';
import type { CheckFault, Figure } from '../edit-check.ts';
import { wellFormed } from './well-formed.ts';

/** The response of an agent to an edited value, as far as it was read. */
export interface ReadCheck {
  faults: CheckFault[];
  /** null = the outputs of the question are unchanged. */
  outputs: Figure[] | null;
  /** Number of omitted faults and outputs: too many, too large, or malformed. */
  left: number;
}

const maxFaults = 100;
const maxMessageChars = 500;
const maxPathChars = 1_000;
const maxFigures = 6;
const maxFigureChars = 150_000;

const isPointer = (path: unknown): path is string =>
  typeof path === 'string' && path.length <= maxPathChars && /^(?:\/|$)/.test(path);

/**
 * Reads the response of an agent to an edited value, but no more than can be shown: anything but faults and outputs is
 * left out and counted. null = it is not such a response.
 */
export function readCheck(reply: unknown): ReadCheck | null {
  if (!isObject(reply)) return null;
  const { faults = [], outputs = null } = reply;
  if (!Array.isArray(faults) || !(outputs === null || Array.isArray(outputs))) return null;
  const shownFaults = wellFormed(faults.slice(0, maxFaults));
  const shownFigures = wellFormed(outputs?.slice(0, maxFigures) ?? null);
  if (!shownFaults.ok || !shownFigures.ok) return null;
  const readFaults = listOf(shownFaults.value).flatMap(faultIn);
  const readFigures = outputs === null ? null : listOf(shownFigures.value).flatMap(figureIn);
  const given = faults.length + (outputs?.length ?? 0);
  return {
    faults: readFaults,
    outputs: readFigures,
    left: given - readFaults.length - (readFigures?.length ?? 0),
  };
}

/** A place that is not a pointer becomes the whole value, so that the text is kept. */
function faultIn(value: unknown): CheckFault[] {
  if (typeof value === 'string') return faultIn({ message: value });
  if (!isObject(value)) return [];
  const { path, message, severity } = value;
  if (typeof message !== 'string' || message.trim() === '') return [];
  const words = message.length > maxMessageChars ? `${cut(message)}…` : message;
  return [
    {
      path: isPointer(path) ? path : '',
      message: words,
      severity: severity === 'error' ? 'error' : 'warning',
    },
  ];
}

/** Never splits a character. */
const cut = (text: string) => text.slice(0, maxMessageChars).replace(/[\ud800-\udbff]$/, '');

function figureIn(value: unknown): Figure[] {
  if (!isObject(value) || typeof value['type'] !== 'string') return [];
  if (JSON.stringify(value).length > maxFigureChars) return [];
  return [{ ...value, type: value['type'] }];
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
