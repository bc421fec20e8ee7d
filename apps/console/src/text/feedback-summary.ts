import { isObject } from '@countersign/json/json-object';
import { jsonText } from '@countersign/json/json-text';
import type { AnswerLabels } from '@countersign/upformat/answer-labels';
import { didAs } from './did-as.ts';
import { streamText } from './stream.ts';

const words = streamText.feedback;
const MAX = 220;

const membersOf = (value: unknown) => (isObject(value) ? value : {});

const short = (value: unknown) =>
  (typeof value === 'string' ? value : jsonText(value, 400)).slice(0, 80);

function patchWords(patch: unknown): string {
  if (!Array.isArray(patch)) return '';
  return patch
    .map((entry: unknown) => {
      const operation = membersOf(entry);
      const name = short(operation['path'] ?? '')
        .replace(/^\//, '')
        .replaceAll('/', ' ');
      return operation['op'] === 'remove'
        ? `${name} ${words.removed}`
        : `${name} ${short(operation['value'])}`;
    })
    .join(', ');
}

/** A value by its members: `country DE, city Leipzig, max 105`; null = it has none. */
function memberWords(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const told: string[] = [];
  let length = 0;
  const tell = (name: string, member: unknown) => {
    if (length > MAX) return;
    if (typeof member === 'object' && member !== null) {
      const inList = Array.isArray(member);
      for (const [key, each] of Object.entries(member)) tell(inList ? name : key, each);
      return;
    }
    const words = `${name} ${short(member)}`.trim();
    told.push(words);
    length += words.length;
  };
  tell('', value);
  return told.length === 0 ? null : told.join(', ');
}

function detail(type: string, content: Record<string, unknown>): string {
  const text = content['text'];
  const reason = content['reason'];
  const order = content['order'];
  if (type === 'edit') {
    const list = patchWords(content['patch']);
    if (list !== '') return words.list(list);
    if (typeof text === 'string') return words.quote(text);
    if (content['value'] === undefined) return '';
    return words.list(memberWords(content['value']) ?? jsonText(content['value'], 1000));
  }
  if (Array.isArray(order)) return words.list(order.map(short).join(', '));
  if (typeof text === 'string') return words.quote(text);
  if (typeof reason === 'string' && reason !== '') return words.because(reason);
  return '';
}

/** An answer in one line of plain text, with the agent's label next to ours. */
export function feedbackSummary(feedback: unknown, labels: AnswerLabels = {}): string {
  const record = membersOf(feedback);
  const type = short(record['type'] ?? '');
  const verb: string = Object.hasOwn(words, type) ? String(membersOf(words)[type]) : type;
  const own = Object.entries(labels).find(([of]) => of === type)?.[1] ?? '';
  const did = own === '' ? verb : didAs(verb, own);
  const line = `${did}${detail(type, membersOf(record['content']))}`.replace(/\s+/g, ' ');
  return line.length > MAX ? `${line.slice(0, MAX)}…` : line;
}
