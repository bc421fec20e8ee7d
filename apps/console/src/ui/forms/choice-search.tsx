import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { formsText as text } from '../../text/forms.ts';
import { Input } from '../input.tsx';
import { type Choice, choiceIndex, valueLabel } from './choices.ts';
import type { ControlProps } from './control-props.ts';

const MAX_FOUND = 50;

/** The first choices with the words in them; those that begin with them come first. */
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

/** One of many: typing finds, arrows walk, Enter takes, Escape leaves everything as it was. */
export function ChoiceSearch(props: ControlProps & { choices: readonly Choice[] }) {
  const { choices, field, onChange, onBlur, ...rest } = props;
  const { value, emptied, title } = field;
  const listId = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const chosen = choices[choiceIndex(choices, value)];
  const shown =
    typed ?? chosen?.label ?? (value === undefined || value === null ? '' : valueLabel(value));
  const found = typed === null ? [] : find(choices, typed);
  const isOpen = typed !== null;
  const close = () => setTyped(null);
  const take = (index: number | undefined) => {
    const choice = index === undefined ? undefined : choices[index];
    if (choice !== undefined) onChange(choice.value);
    close();
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => (isOpen ? setActive(Math.min(active + 1, found.length - 1)) : setTyped('')),
    ArrowUp: () => setActive(Math.max(active - 1, 0)),
    Enter: () => take(found[active]),
    Escape: close,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = event.altKey || event.ctrlKey || event.metaKey ? undefined : keys[event.key];
    if (act === undefined || (!isOpen && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const optionId = (index: number) => `${listId}-${String(index)}`;
  useEffect(() => {
    if (isOpen)
      document
        .getElementById(`${listId}-${String(active)}`)
        ?.scrollIntoView?.({ block: 'nearest' });
  }, [isOpen, active, listId]);
  const leave = () => {
    // What was typed out in full was meant, even without Enter.
    const exact = choices.findIndex(
      ({ label }) => label.toLowerCase() === typed?.trim().toLowerCase(),
    );
    if (exact >= 0) take(exact);
    else close();
    onBlur();
  };
  return (
    <span className="combo">
      <Input
        {...rest}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && found.length > 0 ? optionId(active) : undefined}
        autoComplete="off"
        spellCheck={false}
        value={shown}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
          if (event.target.value === '') onChange(emptied);
        }}
        onKeyDown={onKeyDown}
        onBlur={leave}
      />
      {isOpen && (
        <div className="combo-l" role="listbox" id={listId} aria-label={title}>
          {found.map((index, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text
            <div
              key={index}
              id={optionId(place)}
              role="option"
              className="combo-o"
              aria-selected={place === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(index)}
            >
              {choices[index]?.label}
            </div>
          ))}
        </div>
      )}
      <span className="help" role="status">
        {isOpen
          ? text.found(found.length, found.length >= MAX_FOUND)
          : text.options(choices.length)}
      </span>
    </span>
  );
}
