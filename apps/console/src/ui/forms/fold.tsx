import { isObject } from '@countersign/json/json-object';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { formsText as text } from '../../text/texts.ts';
import { Icon } from '../icon.tsx';
import { useForm } from './form-context.ts';
import type { Path } from './pointer.ts';
import { nextKeyTowards } from './reveal.ts';

const MAX_OPEN_LEVELS = 7;
const MAX_OPEN_PARTS = 20;
const MAX_OPEN_ENTRIES = 300;
const DRAWN = 50;

/** How many parts a value has, counted no further than `most`. */
export function partsOf(value: unknown, most: number): number {
  let parts = 0;
  const open: unknown[] = [value];
  while (open.length > 0 && parts <= most) {
    const next = open.pop();
    parts += 1;
    if (typeof next !== 'object' || next === null) continue;
    if (Array.isArray(next)) open.push(...next.slice(0, most));
    else if (isObject(next))
      for (const key of Object.keys(next).slice(0, most)) open.push(next[key]);
  }
  return parts;
}

/** Whether a group is drawn, and how to have it drawn: what is deep, or large among much, waits until it is asked for. */
export function useFold(path: Path, value: unknown): { folded: boolean; unfold: () => void } {
  const form = useForm();
  const [opened, setOpened] = useState(false);
  const isList = Array.isArray(value);
  const most = isList ? MAX_OPEN_ENTRIES : MAX_OPEN_PARTS;
  const drawn = isList ? value.slice(0, DRAWN) : value;
  const isLarge = form.dense && path.length > 0 && partsOf(drawn, most) > most;
  const isDeep = path.length >= MAX_OPEN_LEVELS && partsOf(value, 1) > 1;
  const isWished = nextKeyTowards(form.revealed, path) !== null;
  const folded = !opened && !isWished && (isDeep || isLarge);
  return { folded, unfold: () => setOpened(true) };
}

/** Shown in place of the fields of a folded group. */
export function Folded({ title, unfold }: { title: string; unfold: () => void }) {
  return (
    <button
      type="button"
      className="full-width soft-line-above array-add row muted"
      aria-expanded={false}
      onClick={unfold}
    >
      <Icon of={ChevronRight} />
      {text.showFields(title)}
    </button>
  );
}
