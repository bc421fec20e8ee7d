import type { Edited, EditedPlace } from '@countersign/api/prompts/edited-place';
import { isObject } from '@countersign/json/json-object';
import { jsonText } from '@countersign/json/json-text';
import type { AnswerLabels } from '@countersign/upformat/answer-labels';
import { oneLine } from '../one-line.ts';
import {
  decisionEditText as changeText,
  commonText,
  formsText,
  streamText,
  withOwnLabel,
} from '../texts.ts';

const words = streamText.feedback;
const MAX = 220;

const membersOf = (value: unknown) => (isObject(value) ? value : {});

const short = (value: unknown) =>
  (typeof value === 'string' ? value : jsonText(value, 400)).slice(0, 80);

/** Without the question it is not known what is secret: only how many places an edit changed. */
function placeCount(patch: unknown): number {
  const steps = Array.isArray(patch) ? patch.map(membersOf) : [];
  return steps.filter(({ op }) => op !== 'test').length;
}

const reported = (value: unknown) => oneLine(value) || changeText.nothingHere;

/** One place that was edited: `NTO-0438-2: Proposed 20 → 500`. */
function placeText(place: EditedPlace): string {
  const { op, entry, fields, was, value, to, into } = place;
  const field = fields.join(' › ');
  const within = entry && (entry.name ?? formsText.entry(entry.list, entry.index + 1));
  const what = {
    set: () => changeText.fieldSet(field, reported(value)),
    // A secret is changed without its values.
    changed: () =>
      Object.hasOwn(place, 'value')
        ? changeText.fieldChanged(field, reported(was), reported(value))
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
    const count = placeCount(content['patch']);
    if (count > 0) return words.list(words.places(count));
    return typeof text === 'string' ? words.quote(text) : '';
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
