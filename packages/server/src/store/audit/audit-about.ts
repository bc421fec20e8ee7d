import type { AuditKind } from '@countersign/api/records/audit';
import { isObject } from '@countersign/json/json-object';
import { indexTerms, queryTerms } from '@countersign/search/search-text';

/** What an entry of the audit says, as it is chained. */
export interface AuditContent {
  number: number;
  at: number;
  operator: string;
  action: string;
  threadId: string | null;
  detail: unknown;
}

/** What is kept beside an entry, so that it is found: always what `aboutOf` takes from it, as the verification checks. */
export interface AuditAbout {
  kind: AuditKind;
  agent: string | null;
  tool: string | null;
  /** Each once. */
  words: string[];
}

/** By the action, or by what is before its colon. */
const kinds: Readonly<Record<string, AuditKind>> = {
  ...ofKind('decision', 'decision recall dismiss comment extension snooze wake escalation result'),
  ...ofKind('decision', 'rule:answer rule:passed-over knowledge:decide receipt execution'),
  ...ofKind('task', 'task message status stop pause resume schema signifier:call'),
  ...ofKind('policy', 'policy rule gateway service-route signifier view'),
  ...ofKind('people', 'operator group passkey delegation'),
  ...ofKind('session', 'session'),
  ...ofKind('connection', 'agent program service registry webhook profile artifact door channel'),
  ...ofKind('knowledge', 'knowledge memory pack'),
  ...ofKind('export', 'export'),
  ...ofKind('refused', 'refused'),
  ...ofKind('erasure', 'erase retention hold'),
};

function ofKind(kind: AuditKind, actions: string): Record<string, AuditKind> {
  return Object.fromEntries(actions.split(' ').map((action) => [action, kind]));
}

const kindOf = (action: string): AuditKind =>
  kinds[action] ?? kinds[action.slice(0, Math.max(0, action.indexOf(':')))] ?? 'other';

const textAt = (value: unknown, name: string): string | null => {
  const found = isObject(value) ? value[name] : undefined;
  return typeof found === 'string' && found !== '' ? found : null;
};

/** Of one entry: beyond this, a long text is found by its beginning only. */
const maxWords = 60;
const maxChars = 4_000;
const maxWordChars = 64;

export function aboutOf(
  content: Pick<AuditContent, 'operator' | 'action' | 'threadId' | 'detail'>,
) {
  const { operator, action, threadId, detail } = content;
  const isAgent = action.startsWith('agent:');
  const about: AuditAbout = {
    kind: kindOf(action),
    agent: textAt(detail, 'agentId') ?? (isAgent ? textAt(detail, 'id') : null),
    tool: textAt(detail, 'tool'),
    words: wordsOf([action, operator, threadId ?? '', ...textsIn(detail)].join('\n')),
  };
  return about;
}

/** The words of a text, as they are stored; ids are one word each and their parts. */
export function wordsOf(text: string): string[] {
  const read = text.slice(0, maxChars);
  const ids = read.toLowerCase().match(/[\p{L}\p{N}]+(?:[-_.][\p{L}\p{N}]+)+/gu) ?? [];
  const words = new Set([...indexTerms(read), ...ids].map((word) => word.slice(0, maxWordChars)));
  return [...words].slice(0, maxWords);
}

/** The words of a search, as `wordsOf` stores them. */
export const searchedWords = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .flatMap((piece) =>
      // An id that is written whole is one word.
      /^[\p{L}\p{N}]+(?:[-_.][\p{L}\p{N}]+)+$/u.test(piece) ? [piece] : queryTerms(piece),
    )
    .map((word) => word.slice(0, maxWordChars))
    .slice(0, 4);

/** The texts of a value, those of the first members first. */
function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  let chars = 0;
  const visit = (one: unknown) => {
    if (chars > maxChars) return;
    if (typeof one === 'string' || typeof one === 'number') {
      texts.push(String(one));
      chars += String(one).length;
    } else if (Array.isArray(one)) for (const item of one) visit(item);
    else if (isObject(one)) for (const member of Object.values(one)) visit(member);
  };
  visit(value);
  return texts;
}

/** As in the column: each word between spaces. */
export const wordColumn = (words: readonly string[]): string => ` ${words.join(' ')} `;
