import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { formsText as text } from '../../../text/texts.ts';
import { Input } from '../../input.tsx';
import type { ControlProps } from '../control-props.ts';
import { type Choice, choiceIndex, valueLabel } from '../schema/choices.ts';

const MAX_FOUND = 50;

/** The first choices that contain the text; those that start with it come first. */
function find(choices: readonly Choice[], words: string): number[] {
  const wanted = words.trim().toLowerCase();
  const first: number[] = [];
  const later: number[] = [];
  for (const [index, { label }] of choices.entries()) {
    const at = label.toLowerCase().indexOf(wanted);
    if (at === 0) first.push(index);
    else if (at > 0 && later.length < MAX_FOUND) later.push(index);
    if (first.length >= MAX_FOUND) break;
  }
  return [...first, ...later].slice(0, MAX_FOUND);
}

/** The choice whose label was typed completely, if only one matches. */
function meant(choices: readonly Choice[], words: string): number | undefined {
  const exact = choices.findIndex(({ label }) => label === words);
  if (exact >= 0) return exact;
  const alike = choices.flatMap(({ label }, index) =>
    label.toLowerCase() === words.toLowerCase() ? [index] : [],
  );
  return alike.length === 1 ? alike[0] : undefined;
}

interface FoundProps {
  id: string;
  title: string;
  choices: readonly Choice[];
  found: readonly number[];
  active: number;
  take: (index: number) => void;
}

const optionId = (listId: string, place: number) => `${listId}-${String(place)}`;

/** What was found, under the text; the focus stays in the text, as a combobox has it. */
function Found({ id, title, choices, found, active, take }: FoundProps) {
  useEffect(() => {
    document.getElementById(optionId(id, active))?.scrollIntoView?.({ block: 'nearest' });
  }, [id, active]);
  return (
    <div className="scrolls on-canvas combo-list framed" role="listbox" id={id} aria-label={title}>
      {found.map((index, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text
        <div
          key={index}
          id={optionId(id, place)}
          role="option"
          className="rounded-small combo-option breakable"
          aria-selected={place === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => take(index)}
        >
          {choices[index]?.label}
        </div>
      ))}
    </div>
  );
}

/** What is typed to find a choice, null = nothing; and which of those found is next. */
function useSearch(choices: readonly Choice[], pick: (choice: Choice) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const found = typed === null ? [] : find(choices, typed);
  const isOpen = typed !== null;
  const take = (index: number | undefined) => {
    const choice = index === undefined ? undefined : choices[index];
    if (choice !== undefined) pick(choice);
    setTyped(null);
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () =>
      isOpen ? setActive(Math.max(0, Math.min(active + 1, found.length - 1))) : setTyped(''),
    ArrowUp: () => setActive(Math.max(active - 1, 0)),
    Enter: () => take(found[active]),
    Escape: () => setTyped(null),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = event.altKey || event.ctrlKey || event.metaKey ? undefined : keys[event.key];
    if (act === undefined || (!isOpen && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const search = (words: string) => {
    setTyped(words);
    setActive(0);
  };
  return { typed, active, found, isOpen, take, search, onKeyDown };
}

/** One of many: typing filters, arrows move, Enter chooses, Escape changes nothing. */
export function ChoiceSearch(props: ControlProps & { choices: readonly Choice[] }) {
  const { choices, field, onChange, onBlur, ...rest } = props;
  const { value, emptied, title } = field;
  const listId = useId();
  const { typed, active, found, isOpen, take, search, onKeyDown } = useSearch(choices, (choice) =>
    onChange(choice.value),
  );
  const chosen = choices[choiceIndex(choices, value)];
  const words = chosen?.label ?? (value === undefined || value === null ? '' : valueLabel(value));
  const leave = () => {
    // A completely typed label is chosen, even without Enter.
    take(typed === null ? undefined : meant(choices, typed.trim()));
    onBlur();
  };
  return (
    <span className="anchor stack-tight">
      <Input
        {...rest}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && found.length > 0 ? optionId(listId, active) : undefined}
        autoComplete="off"
        spellCheck={false}
        value={typed ?? words}
        onChange={(event) => {
          search(event.target.value);
          if (event.target.value === '') onChange(emptied);
        }}
        onKeyDown={onKeyDown}
        onBlur={leave}
      />
      {isOpen && (
        <Found id={listId} {...{ title, choices, found, active }} take={(index) => take(index)} />
      )}
      <span className="small muted help-text" role="status">
        {isOpen
          ? text.found(found.length, found.length >= MAX_FOUND)
          : text.options(choices.length)}
      </span>
    </span>
  );
}
