import { followReferences } from '@countersign/json-schema/follow-references';
import { clsx } from 'clsx';
import { Undo2 } from 'lucide-react';
import { formsText as text } from '../../../text/texts.ts';
import { Icon } from '../../icon.tsx';
import { Leaf } from '../../texts/values.tsx';
import { useForm } from '../form-context.ts';
import type { Path } from '../pointer.ts';
import { useProposed } from '../proposed-mark.tsx';
import type { Column } from '../schema/columns.ts';

interface ProposedCellProps {
  column: Column;
  value: unknown;
  path: Path;
}

/** The agent's proposal for a cell; struck out, with a button to restore it, where mine differs. */
export function ProposedCell({ column, value, path }: ProposedCellProps) {
  const form = useForm();
  const { base, changed } = useProposed(path, value);
  const { title, numeric, node } = column;
  const entry = text.entry(title, Number(path.at(-2)) + 1);
  const words = (
    <Leaf
      value={base}
      node={followReferences(form.root, node)}
      root={form.root}
      path={path}
      title={text.proposedColumn(entry)}
    />
  );
  return (
    <td
      className={clsx('array-proposed', numeric && 'number')}
      data-label={text.proposedColumn(title)}
    >
      {!changed ? (
        words
      ) : (
        <span className="regular proposed-value row-inline-tight">
          <button
            type="button"
            className="centred link"
            aria-label={text.undo(entry)}
            title={text.undo(entry)}
            onClick={() => form.change(path, base)}
          >
            <Icon of={Undo2} small />
          </button>
          {base === undefined ? (
            <span className="muted truncate">{text.notProposed}</span>
          ) : (
            <del className="truncate">{words}</del>
          )}
        </span>
      )}
    </td>
  );
}
