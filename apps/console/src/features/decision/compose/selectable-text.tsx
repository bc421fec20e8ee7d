import { clsx } from 'clsx';
import { TextSelect } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { decisionEditText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import type { Note, Range } from '../draft/notes-at.ts';
import { rangeInText, rawOffset, stretchesOf } from '../draft/text-places.ts';
import './selectable-text.css';

interface SelectableTextProps {
  value: string;
  /** What it is, for the names of the buttons. */
  where: string;
  notes: readonly Note[];
  numberOf: (note: Note) => number;
  onSelect: (range: Range) => void;
}

/** The offset in the raw text of a point of the DOM, from the ranges it is drawn in. Null outside of them. */
function offsetAt(root: HTMLElement, node: Node | null, offset: number): number | null {
  const element = node instanceof Element ? node : (node?.parentElement ?? null);
  const stretch = element?.closest<HTMLElement>('[data-start]') ?? null;
  if (stretch === null || node === null || !root.contains(stretch)) return null;
  const range = document.createRange();
  range.setStart(stretch, 0);
  range.setEnd(node, offset);
  const start = Number(stretch.dataset['start']);
  return start + rawOffset(stretch.dataset['raw'] ?? '', range.toString().length);
}

/** What is selected by the mouse within one text. */
function selectedIn(root: HTMLElement | null): Range | null {
  const selection = document.getSelection();
  if (root === null || selection === null || selection.isCollapsed) return null;
  const one = offsetAt(root, selection.anchorNode, selection.anchorOffset);
  const other = offsetAt(root, selection.focusNode, selection.focusOffset);
  if (one === null || other === null || one === other) return null;
  return { start: Math.min(one, other), end: Math.max(one, other) };
}

/** The same text in a read-only field: there a range can be selected by keyboard. */
function KeySelect({
  value,
  onSelect,
  onDone,
}: Pick<SelectableTextProps, 'value' | 'onSelect'> & { onDone: () => void }) {
  const [range, setRange] = useState<Range | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const field = area.current;
    if (field === null) return;
    // Not `readOnly`: Chromium then moves no caret by keys. Refused here, nothing that is typed, pasted or cut changes it.
    const refuse = (event: Event) => event.preventDefault();
    field.addEventListener('beforeinput', refuse);
    // Not `autoFocus`: React handles no events while it mounts, so it would miss a selection in a field it focused.
    field.focus();
    field.setSelectionRange(0, 0);
    return () => field.removeEventListener('beforeinput', refuse);
  }, []);
  const use = () => {
    if (range === null) return;
    onSelect(rangeInText(value, range));
    onDone();
  };
  return (
    <span className="stack-tight">
      <textarea
        className="textarea"
        aria-readonly
        ref={area}
        aria-label={text.selecting}
        rows={Math.min(8, value.split('\n').length + Math.floor(value.length / 80) + 1)}
        defaultValue={value}
        onSelect={({ currentTarget: { selectionStart: start, selectionEnd: end } }) =>
          setRange(start < end ? { start, end } : null)
        }
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            use();
          } else if (event.key === 'Escape') {
            event.stopPropagation();
            onDone();
          }
        }}
      />
      <span className="row-tight">
        <Button small disabled={range === null} onClick={use}>
          {text.noteOnWords}
        </Button>
        <Button small variant="ghost" onClick={onDone}>
          {text.stopSelecting}
        </Button>
      </span>
    </span>
  );
}

/** A text in which a stretch can be chosen, by mouse or by keys; what has a note is marked with its number. */
export function SelectableText(props: SelectableTextProps) {
  const { value, where, notes, numberOf, onSelect } = props;
  const ref = useRef<HTMLSpanElement>(null);
  const [byKeys, setByKeys] = useState(false);
  const [found, setFound] = useState<Range | null>(null);
  if (byKeys)
    return <KeySelect value={value} onSelect={onSelect} onDone={() => setByKeys(false)} />;
  return (
    <span className="at-top anchor selectable stack">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: selecting by mouse; the button next to it does the same by keyboard */}
      <span
        className="verbatim selectable-text"
        ref={ref}
        onMouseUp={() => setFound(selectedIn(ref.current))}
        onTouchEnd={() => setFound(selectedIn(ref.current))}
      >
        {stretchesOf(value, notes, numberOf).map((stretch) => (
          <span
            key={stretch.start}
            data-start={stretch.start}
            data-raw={stretch.text}
            className={clsx(stretch.notes.length > 0 && 'noted')}
            data-notes={stretch.notes.join(' ') || undefined}
          >
            {visibleText(stretch.text)}
          </span>
        ))}
      </span>
      <span className="side-by-side selectable-actions">
        {found !== null && (
          <Button
            small
            onClick={() => {
              onSelect(found);
              setFound(null);
            }}
          >
            {text.noteOnWords}
          </Button>
        )}
        <IconButton
          label={text.selectWords(where)}
          icon={TextSelect}
          onClick={() => setByKeys(true)}
        />
      </span>
    </span>
  );
}
