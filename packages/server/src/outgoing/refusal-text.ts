import { say } from '@countersign/api/statements';
import { isObject } from '@countersign/json/json-object';
import type { WrittenStatement } from '@countersign/json/statement';

const maxChars = 300;

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, maxChars);

/** One entry of a list of errors, as FastAPI and similar servers write them: `{loc: ["body", "state"], msg: "Field required"}`. */
function faultOf(entry: unknown): string {
  if (typeof entry === 'string') return entry;
  if (!isObject(entry)) return '';
  const words = [entry['msg'], entry['message']].find((one) => typeof one === 'string');
  if (typeof words !== 'string') return '';
  const place = Array.isArray(entry['loc']) ? entry['loc'].join('.') : entry['path'];
  return place === undefined || place === '' ? words : `${String(place)}: ${words}`;
}

const faultsOf = (list: unknown): string =>
  Array.isArray(list)
    ? list
        .map(faultOf)
        .filter((fault) => fault !== '')
        .slice(0, 4)
        .join('; ')
    : '';

/** The message in a JSON body: a problem's detail, a list of errors, a message, in the members of common servers. */
function wordsOfJson(body: unknown): string {
  if (typeof body === 'string') return body;
  if (!isObject(body)) return '';
  const { detail, message, error, title, errors } = body;
  if (typeof detail === 'string' && detail !== '') return detail;
  const faults = faultsOf(detail) || faultsOf(errors);
  if (faults !== '') return faults;
  if (isObject(detail)) {
    const inner = wordsOfJson(detail);
    if (inner !== '') return inner;
  }
  if (isObject(error)) {
    const inner = wordsOfJson(error);
    if (inner !== '') return inner;
  }
  const said = [message, error, title].filter(
    (one): one is string => typeof one === 'string' && one !== '',
  );
  return said[0] ?? '';
}

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
};

/** The title or first heading of an HTML page, else its text without markup. */
function wordsOfHtml(page: string): string {
  const named = ['title', 'h1'].map(
    (tag) => new RegExp(`<${tag}\\b[^>]*>([^<]*)`, 'i').exec(page)?.[1]?.trim() ?? '',
  );
  const text =
    named.find((one) => one !== '') ??
    page.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ').replaceAll(/<[^>]*>/g, ' ');
  return text.replaceAll(/&(#?\w+);/g, (whole, name: string) =>
    Object.hasOwn(entities, name) ? (entities[name] ?? whole) : whole,
  );
}

const looksLikeHtml = (text: string): boolean =>
  /^\s*<(!doctype html|html|head|body)\b/i.test(text);

/** The message of a refusal as one line, for any format; empty = none. */
export function refusalSentence(text: string): string {
  if (looksLikeHtml(text)) return oneLine(wordsOfHtml(text));
  try {
    const words = oneLine(wordsOfJson(JSON.parse(text)));
    if (words !== '') return words;
  } catch {
    // Not JSON: the text is used as it is.
  }
  return oneLine(text);
}

/** What an operator can do about a refusal, in addition to the response; null = nothing to add. */
export function remedyOf(
  status: number,
  headers: Readonly<Record<string, string>>,
): WrittenStatement | null {
  const sendsWho = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
  if (status === 401 || status === 403) {
    return say(sendsWho ? 'call.header-refused' : 'call.header-missing');
  }
  if (status === 404) return say('call.no-path');
  if (status === 405) return say('call.no-post');
  return null;
}

/** The status of a refusal, what the agent says about it, and what an operator can do. */
export function refusalStatement(
  { status, said }: { status: number; said: string },
  headers: Readonly<Record<string, string>>,
): WrittenStatement {
  const answer =
    said === '' ? say('call.status', { status }) : say('call.status-said', { status, said });
  return inOrder(answer, remedyOf(status, headers));
}

/** A statement, and another after it if there is one. */
export const inOrder = (
  first: WrittenStatement,
  second: WrittenStatement | null,
): WrittenStatement => (second === null ? first : say('reason.two', { first, second }));
