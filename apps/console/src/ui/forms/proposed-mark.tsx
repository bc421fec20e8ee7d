import { Undo2 } from 'lucide-react';
import { formsText as text } from '../../text/forms.ts';
import { Icon } from '../icon.tsx';
import { visibleText } from '../visible-text.ts';
import { valueLabel } from './choices.ts';
import { useForm } from './form-context.ts';
import { getAt, type Path, sameJson } from './pointer.ts';

/** What the agent proposed at a place, and whether what stands there now is something else. */
export function useProposed(path: Path, value: unknown): { base: unknown; changed: boolean } {
  const form = useForm();
  if (form.base === undefined) return { base: undefined, changed: false };
  const base = getAt(form.base, path);
  return { base, changed: !form.readOnly && !sameJson(base, value) };
}

interface ProposedMarkProps {
  base: unknown;
  undo: () => void;
  name: string;
  /** Says only that it was changed: a group's fields tell the rest themselves, a secret stays one. */
  hidden?: boolean;
}

/** What the agent proposed, where mine differs, with the way back. */
export function ProposedMark({ base, undo, name, hidden = false }: ProposedMarkProps) {
  return (
    <span className="was">
      {base === undefined || hidden ? (
        <span className="m">{hidden ? text.proposedHidden : text.notProposed}</span>
      ) : (
        <del>
          {typeof base === 'string' && base !== ''
            ? visibleText(base.slice(0, 200))
            : valueLabel(base)}
        </del>
      )}
      <button
        type="button"
        className="link"
        aria-label={text.undo(name)}
        title={text.undo(name)}
        onClick={undo}
      >
        <Icon of={Undo2} small />
      </button>
    </span>
  );
}
