import { pointerOf } from '@countersign/json/json-pointer';
import { followReferences, isNothingAllowed } from '@countersign/json-schema/follow-references';
import { itemsOf } from '@countersign/json-schema/members';
import { numberOf } from '@countersign/json-schema/schema-members';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { formsText as text } from '../../../text/texts.ts';
import { fieldId } from '../field-id.ts';
import type { FieldProps } from '../field-props.ts';
import { focusFirst, focusInside } from '../focus-inside.ts';
import { useForm } from '../form-context.ts';
import { newItem } from '../schema/initial-value.ts';

/** The operations on the entries of one list. */
export interface Entries {
  items: readonly unknown[];
  /** How many places have a schema of their own; they cannot be moved. */
  fixed: number;
  nodeOf: (place: number) => unknown;
  /** Names of the entries for as long as they are drawn: an entry that moves keeps unfinished input. */
  keyOf: (place: number) => number;
  idOf: (place: number) => string;
  canAdd: boolean;
  canRemove: (place: number) => boolean;
  canMove: (from: number, to: number) => boolean;
  add: () => void;
  /** Restores a removed entry at its previous index. */
  putBack: (place: number, entry: unknown, name: string) => void;
  remove: (place: number, name: string) => void;
  move: (from: number, to: number, name: string) => void;
}

function useKeys(count: number) {
  const [keys, setKeys] = useState<{ list: readonly number[]; next: number }>({
    list: [],
    next: 0,
  });
  const { list, next } = keys;
  if (list.length > count) setKeys({ list: list.slice(0, count), next });
  if (list.length < count) {
    const more = Array.from({ length: count - list.length }, (_, place) => next + place);
    setKeys({ list: [...list, ...more], next: next + more.length });
  }
  const change = (to: (list: readonly number[]) => readonly number[]) =>
    setKeys((before) => ({ ...before, list: to(before.list) }));
  /** A name for an entry that came at a place among the others. */
  const renew = (place: number) =>
    setKeys((before) => ({
      list: before.list.toSpliced(place, 0, before.next).slice(0, count + 1),
      next: before.next + 1,
    }));
  return { keyOf: (place: number) => list[place] ?? -1 - place, change, renew };
}

function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  return list.toSpliced(from, 1).toSpliced(to, 0, ...list.slice(from, from + 1));
}

/** The entries of a list with their operations; the focus moves with the entry. */
export function useEntries(field: FieldProps, show: (place: number) => void): Entries {
  const { node, value, path, locked } = field;
  const form = useForm();
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const { fixed, nodeOf } = itemsOf(node);
  const { keyOf, change, renew } = useKeys(items.length);
  const pointer = pointerOf(path);
  const listId = fieldId(form.idPrefix, pointer);
  const idOf = (place: number) => fieldId(form.idPrefix, `${pointer}/${String(place)}`);
  const put = (next: unknown[]) => {
    form.change(path, next);
    form.touch(pointer);
  };
  const most = numberOf(node['maxItems']) ?? Number.POSITIVE_INFINITY;
  const least = numberOf(node['minItems']) ?? 0;
  const isOpen = !isNothingAllowed(followReferences(form.root, nodeOf(items.length)));
  return {
    items,
    fixed,
    nodeOf,
    keyOf,
    idOf,
    canAdd: !locked && isOpen && items.length < most,
    canRemove: (place) =>
      !locked &&
      (items.length > least || items.length > most) &&
      (place >= fixed || place === items.length - 1),
    canMove: (from, to) => !locked && from >= fixed && to >= fixed && to < items.length,
    add() {
      // The places with a schema of their own belong together.
      const count = Math.max(items.length + 1, Math.min(fixed, most));
      const more = Array.from({ length: count - items.length }, (_, index) =>
        newItem(nodeOf(items.length + index), form.root),
      );
      flushSync(() => {
        put([...items, ...more]);
        show(items.length);
      });
      focusInside(idOf(items.length));
    },
    putBack(place, entry, name) {
      flushSync(() => {
        put(items.toSpliced(place, 0, entry));
        renew(place);
      });
      form.say(text.putBackDone(name));
      focusFirst([`${idOf(place)}-remove`, idOf(place)]);
    },
    remove(place, name) {
      flushSync(() => {
        put(items.toSpliced(place, 1));
        change((keys) => keys.toSpliced(place, 1));
      });
      form.say(text.removed(name));
      focusFirst([`${idOf(place)}-remove`, `${idOf(place - 1)}-remove`, `${listId}-add`, listId]);
    },
    move(from, to, name) {
      const focused = document.activeElement?.id ?? '';
      const rest = focused.startsWith(idOf(from)) ? focused.slice(idOf(from).length) : '-up';
      // `/list/1` begins the id of `/list/10` too.
      const part = /^(?:[/-]|$)/.test(rest) ? rest : '-up';
      flushSync(() => {
        put(moved(items, from, to));
        change((keys) => moved(keys, from, to));
        show(to);
      });
      form.say(text.moved(name, to + 1, items.length));
      focusFirst([`${idOf(to)}${part}`, `${idOf(to)}-down`, `${idOf(to)}-up`]);
    },
  };
}
