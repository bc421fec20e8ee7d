import { jsonEqual } from '@countersign/json/json-equal';
import { valueAt } from '@countersign/json/json-pointer';
import { Undo2 } from 'lucide-react';
import { formsText as text } from '../../text/texts.ts';
import { Icon } from '../icon.tsx';
import { useForm } from './form-context.ts';
import type { Path } from './pointer.ts';

/** The agent's proposal at a place, and whether the current value differs from it. */
export function useProposed(path: Path, value: unknown): { base: unknown; changed: boolean } {
  const form = useForm();
  if (form.base === undefined) return { base: undefined, changed: false };
  const base = valueAt(form.base, path);
  return { base, changed: !form.readOnly && !jsonEqual(base, value) };
}

interface ProposedMarkProps {
  base: unknown;
  undo: () => void;
  name: string;
  /** The proposal, formatted by the field; without a format only that it was changed. */
  words?: string;
}

/** The agent's proposal, where mine differs, with a button to restore it. */
export function ProposedMark({ base, undo, name, words }: ProposedMarkProps) {
  return (
    <span className="regular proposed-value row-inline-tight">
      {base === undefined ? (
        <span className="muted truncate">{text.notProposed}</span>
      ) : words === undefined ? (
        <span className="muted truncate">{text.proposedHidden}</span>
      ) : (
        <del className="truncate" title={words}>
          {words}
        </del>
      )}
      <button
        type="button"
        className="centred link"
        aria-label={text.undo(name)}
        title={text.undo(name)}
        onClick={undo}
      >
        <Icon of={Undo2} small />
      </button>
    </span>
  );
}
