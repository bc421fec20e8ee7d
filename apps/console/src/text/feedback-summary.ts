import type { Edited, EditedPlace } from '@countersign/api/edited-place';
import { isObject } from '@countersign/json/json-object';
import { tokensOf } from '@countersign/json/json-pointer';
import { jsonText } from '@countersign/json/json-text';
import { keyAsWords } from '@countersign/json-schema/field-names';
import type { AnswerLabels } from '@countersign/upformat/answer-labels';
import { withOwnLabel } from './answer-label.ts';
import { commonText } from './common.ts';
import { decisionEditText as changeText } from './decision-edit.ts';
import { formsText } from './forms.ts';
import { oneLine } from './one-line.ts';
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
      if (operation['op'] === 'test') return '';
      // Without the question, the keys are all that is known: as words, and counted from one.
      const name = tokensOf(short(operation['path'] ?? ''))
        .map((key) => (/^\d+$/.test(key) ? String(Number(key) + 1) : keyAsWords(key)))
        .join(' › ');
      return operation['op'] === 'remove'
        ? `${name} ${words.removed}`
        : `${name} ${short(operation['value'])}`;
    })
    .filter((line) => line !== '')
    .join(', ');
}

const told = (value: unknown) => oneLine(value) || changeText.nothingHere;

/** One place that was edited: `NTO-0438-2: Proposed 20 → 500`. */
function placeText(place: EditedPlace): string {
  const { op, entry, fields, was, value, to, into } = place;
  const field = fields.join(' › ');
  const within = entry && (entry.name ?? formsText.entry(entry.list, entry.index + 1));
  const what = {
    set: () => changeText.fieldSet(field, told(value)),
    // A secret is changed without its values.
    changed: () =>
      Object.hasOwn(place, 'value')
        ? changeText.fieldChanged(field, told(was), told(value))
        : changeText.fieldIsOther(field),
    removed: () => `${field} ${changeText.leftOut}`.trim(),
    added: () => changeText.added,
    moved: () =>
      into === undefined
        ? changeText.movedTo((to ?? 0) + 1)
        : changeText.movedInto(field, into.join(' › ')),
  }[op]();
  return within === undefined ? what : `${within}: ${what}`;
}

const editedWords = ({ places, more }: Edited): string =>
  commonText.inRow([...places.map(placeText), ...(more > 0 ? [words.more(more)] : [])]);

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

function detail(
  type: string,
  content: Record<string, unknown>,
  edited: Edited | undefined,
): string {
  const text = content['text'];
  const reason = content['reason'];
  const order = content['order'];
  if (type === 'edit') {
    if (edited !== undefined) return words.list(editedWords(edited));
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

/** What is known of the question that was answered. */
interface Answered {
  labels?: AnswerLabels;
  edited?: Edited;
}

/** An answer in one line of plain text, with the agent's label next to ours, and an edit in the labels of its form. */
export function feedbackSummary(feedback: unknown, { labels = {}, edited }: Answered = {}): string {
  const record = membersOf(feedback);
  const type = short(record['type'] ?? '');
  const verb: string = Object.hasOwn(words, type) ? String(membersOf(words)[type]) : type;
  const own = Object.entries(labels).find(([of]) => of === type)?.[1] ?? '';
  const did = own === '' ? verb : withOwnLabel(verb, own);
  const line = `${did}${detail(type, membersOf(record['content']), edited)}`.replace(/\s+/g, ' ');
  return line.length > MAX ? `${line.slice(0, MAX)}…` : line;
}
