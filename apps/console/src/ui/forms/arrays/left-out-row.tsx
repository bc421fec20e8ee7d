import { memberOf } from '@countersign/json/json-object';
import { followReferences } from '@countersign/json-schema/follow-references';
import { Undo2 } from 'lucide-react';
import { Fragment } from 'react';
import { formsText as text } from '../../../text/texts.ts';
import { IconButton } from '../../button.tsx';
import { Leaf } from '../../texts/values.tsx';
import { useForm } from '../form-context.ts';
import type { Path } from '../pointer.ts';
import type { Column } from '../schema/columns.ts';
import { entryName } from '../schema/entry-name.ts';

interface LeftOutRowProps {
  entry: unknown;
  /** Where it would be in the list. */
  path: Path;
  columns: readonly Column[];
  /** Read-only columns on a line of their own. */
  rest: readonly Column[];
  split: boolean;
  putBack: () => void;
}

/** A row of the proposal that is not in mine: it stays visible, with a button to restore it. */
export function LeftOutRow({ entry, path, columns, rest, split, putBack }: LeftOutRowProps) {
  const { root } = useForm();
  const name = entryName(entry, text.leftOutRow, { root, path });
  const struckOut = ({ key, node, title }: Column) => (
    <del>
      <Leaf
        value={memberOf(entry, key)}
        node={followReferences(root, node)}
        root={root}
        path={[...path, key]}
        title={text.partOf(title, text.leftOutRow)}
      />
    </del>
  );
  const line = (
    <tr className="is-removed">
      <td className="array-number">
        <span aria-hidden>−</span>
        <span className="visually-hidden">{text.leftOutRow}</span>
      </td>
      {columns.map((column) => (
        <Fragment key={column.key}>
          <td className={column.numeric ? 'number' : undefined} data-label={column.title}>
            {struckOut(column)}
          </td>
          {split && !column.locked && (
            <td className="muted" data-label={text.yoursColumn}>
              {text.leftOutRow}
            </td>
          )}
        </Fragment>
      ))}
      <td className="array-remove">
        <span className="side-by-side array-tools">
          <IconButton
            label={text.putBack(name)}
            title={text.putBack(name)}
            icon={Undo2}
            data-tool
            onClick={putBack}
          />
        </span>
      </td>
    </tr>
  );
  return (
    <>
      {line}
      {rest.length > 0 && (
        <tr className="array-rest is-removed">
          <td className="array-number" />
          <td colSpan={99}>
            <dl className="running">
              {rest.map((column) => (
                <div className="row-tight at-baseline" key={column.key}>
                  <dt className="muted" dir="auto">
                    {column.title}
                  </dt>
                  <dd>{struckOut(column)}</dd>
                </div>
              ))}
            </dl>
          </td>
        </tr>
      )}
    </>
  );
}
