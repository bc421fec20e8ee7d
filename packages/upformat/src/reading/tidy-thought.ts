import { isObject, type JsonObject } from '@countersign/json/json-object';
import { pointerOf } from '@countersign/json/json-pointer';
import { type Note, textIn, tidyFlag, tidyLines, tidyShare } from './tidy-words.ts';

const questionNames = ['text', 'question', 'prompt', 'title', 'label', 'name', 'description'];
const alternativeNames =
  'label name title approach option alternative text summary action choice'.split(' ');
const reasonNames = 'description tradeoff tradeoffs trade_off rationale reason why'.split(' ');
const lineNames = 'text reason thought assumption description content statement'.split(' ');

/** Reasoning as agents write it (docs/protocol/message.md), normalised; unknown members are kept. */
export function tidyThought(value: JsonObject, path: string, note: Note): JsonObject {
  const tidy: JsonObject = { ...value };
  const at = (name: string, change: (member: unknown, path: string) => unknown) => {
    if (Object.hasOwn(value, name)) tidy[name] = change(value[name], `${path}/${name}`);
  };
  at('reasoning', (member, below) => tidyLines(member, lineNames, { path: below, note }));
  at('assumptions', (member, below) => tidyLines(member, lineNames, { path: below, note }));
  at('confidence', (member, below) => tidyShare(member, below, note));
  at('canProceed', (member, below) => tidyFlag(member, below, note));
  at('questions', (member, below) =>
    tidyItems(member, questionNames, { path: below, note })?.map(tidyQuestion),
  );
  at('alternatives', (member, below) =>
    tidyItems(member, alternativeNames, { path: below, note })?.map((item, index) =>
      tidyAlternative(item, `${below}/${index}`, note),
    ),
  );
  return tidy;
}

/** A list of items: a single item, or an object with named items, is accepted as a list. */
function tidyItems(
  value: unknown,
  names: readonly string[],
  place: { path: string; note: Note },
): unknown[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return value;
  if (!isObject(value) || textIn(value, names) !== undefined) return [value];
  return Object.entries(value).map(([id, item]) => {
    if (isObject(item)) {
      if (Object.hasOwn(item, 'id') && item['id'] !== id) {
        const path = place.path + pointerOf([id]);
        place.note({ path, problem: 'Its own id was read in place of its name.', value: item });
      }
      return { id, ...item };
    }
    return typeof item === 'string' ? { id, text: item, label: item } : { id, value: item };
  });
}

const tidyQuestion = (item: unknown): unknown =>
  tidyItem(item, { member: 'text', names: questionNames });

function tidyAlternative(item: unknown, path: string, note: Note): unknown {
  const tidy = tidyItem(item, { member: 'label', names: alternativeNames });
  if (!isObject(tidy)) return tidy;
  const description = textIn(tidy, reasonNames);
  const confidence = tidyShare(tidy['confidence'], `${path}/confidence`, note);
  return {
    ...tidy,
    ...(description === undefined || description === tidy['label'] ? {} : { description }),
    ...(confidence === undefined ? {} : { confidence }),
  };
}

function tidyItem(item: unknown, words: { member: string; names: readonly string[] }): unknown {
  if (typeof item === 'number' || typeof item === 'boolean') return String(item);
  if (!isObject(item)) return item;
  const text = textIn(item, words.names);
  const { id } = item;
  return {
    ...item,
    ...(typeof id === 'number' ? { id: String(id) } : {}),
    ...(text === undefined ? {} : { [words.member]: text }),
  };
}
