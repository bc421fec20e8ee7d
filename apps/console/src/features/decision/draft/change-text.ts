import { isObject } from '@countersign/json/json-object';
import { pointerOf, tokensOf, valueAt } from '@countersign/json/json-pointer';
import { isSecretAt, withoutSecrets } from '@countersign/json-schema/secret';
import { oneLine } from '../../../text/one-line.ts';
import { commonText, formsText, decisionEditText as text } from '../../../text/texts.ts';
import { titleOf } from '../../../ui/forms/field-text.ts';
import { addedName, entryName } from '../../../ui/forms/schema/entry-name.ts';
import { labelOf, mainFieldOf } from '../../../ui/forms/schema/label-of.ts';
import type { StepValues } from './step-values.ts';

/** A place in words: the entry it is in, by its name, and the field. */
interface Place {
  /** `NTO-0438-2`; null = in no list. */
  entry: string | null;
  /** `Proposed`, `Location › Postal code`; empty = the entry itself. */
  field: string;
}

/** Where a pointer leads in a value, for people: entries by their first words, fields by their titles. */
export function placeText(schema: unknown, value: unknown, pointer: string): Place {
  const path = tokensOf(pointer);
  let entry: string | null = null;
  let names: string[] = [];
  path.forEach((key, depth) => {
    const way = path.slice(0, depth + 1);
    const label = labelOf(schema, pointerOf(way)) || titleOf({}, key);
    if (Array.isArray(valueAt(value, path.slice(0, depth)))) {
      const list = names.at(-1) ?? '';
      const place = list === '' ? label : `${list} ${Number(key) + 1}`;
      entry = entryName(valueAt(value, way), place, { root: schema, path: way });
      names = [];
    } else names.push(label);
  });
  return { entry, field: names.join(' › ') };
}

const quoted = (value: unknown) => oneLine(value) || text.nothingHere;

/** One change in readable form: `NTO-0438-2`, `Proposed 20 → 500`. */
export interface ChangeText {
  place: string;
  what: string;
}

/** What a step of a patch does, in the words of the form. */
export function changeText(schema: unknown, step: StepValues): ChangeText {
  const { change, before } = step;
  const { op, path, from } = change;
  const isNew = op === 'add' && step.was === undefined;
  const way = tokensOf(path);
  const [was, value] = [step.was, change.value].map((each) =>
    withoutSecrets(schema, each, { path: way }),
  );
  const isEntry = Array.isArray(valueAt(before, way.slice(0, -1)));
  if (op === 'move') {
    const moved = placeText(schema, before, String(from));
    return {
      place: moved.entry ?? moved.field,
      what: text.movedTo(Number(way.at(-1)) + 1),
    };
  }
  const { entry, field } = placeText(schema, before, path);
  if (isEntry && op === 'add') {
    const list = pointerOf(way.slice(0, -1));
    if (!isObject(value)) {
      return { place: labelOf(schema, list), what: text.entryAdded(oneLine(value)) };
    }
    const main = mainFieldOf(schema, list);
    const unnamed = formsText.addedEntry(Number(way.at(-1)) + 1);
    const place = addedName(value, unnamed, { main, root: schema, path: way });
    const reported = Object.entries(value).filter(([key]) => place === unnamed || key !== main);
    const fields = reported.map(([key, member]) =>
      text.fieldSet(labelOf(schema, `${list}/0${pointerOf([key])}`), quoted(member)),
    );
    const what = commonText.inRow(fields);
    return { place, what: place === unnamed ? what : text.entryAdded(what) };
  }
  const place = entry ?? field;
  const name = entry === null ? '' : field;
  if (op === 'remove')
    return { place, what: name === '' ? text.leftOut : text.fieldLeftOut(name, quoted(was)) };
  if (isNew) return { place, what: text.fieldSet(name, quoted(value)) };
  if (isSecretAt(schema, way)) return { place, what: text.fieldIsOther(name) };
  return { place, what: text.fieldChanged(name, quoted(was), quoted(value)) };
}
