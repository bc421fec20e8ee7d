import { useState } from 'react';
import { fillText as text } from '../../../../text/texts.ts';
import { visibleText } from '../../../../text/visible-text.ts';
import { Button } from '../../../../ui/button.tsx';
import { setAt } from '../../../../ui/forms/pointer.ts';
import { validateValue } from '../../../../ui/forms/schema/validate.ts';
import { MiniSelect } from '../../../../ui/select.tsx';
import { FillCell } from './fill-cell.tsx';
import type { Fill } from './use-fill.ts';
import './fill-bar.css';

interface FillBarProps {
  fill: Fill;
  /** Rows that are included, in order. */
  ids: readonly string[];
  askOf: (promptId: string) => string;
}

function Report({ fill, askOf }: Pick<FillBarProps, 'fill' | 'askOf'>) {
  const { report } = fill;
  if (report === null) return null;
  if ('restored' in report) return <p>{text.restored(report.restored)}</p>;
  if (!('lines' in report)) return <p>{text.setDone(report)}</p>;
  return (
    <>
      <p>{text.pasted(report)}</p>
      {report.refused.length > 0 && (
        <ul className="fill-refused scrolls fault breakable">
          {report.refused.map(({ line, promptId, title, cell, why }) => (
            <li key={`${String(line)} ${title}`}>
              {text.refused({
                line,
                ask: visibleText(askOf(promptId)),
                title: visibleText(title),
                cell: visibleText(cell),
                why,
              })}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** A value for all rows that are included; those that got their own keep it. */
export function FillBar({ fill, ids, askOf }: FillBarProps) {
  const [pointer, setPointer] = useState(fill.columns[0]?.pointer ?? fill.fields[0]?.pointer ?? '');
  const [value, setValue] = useState<unknown>(undefined);
  const field = fill.fields.find((each) => each.pointer === pointer);
  const schema = fill.rowOf(ids[0] ?? '')?.schema;
  const start = fill.rowOf(ids[0] ?? '')?.value;
  if (field === undefined || schema === undefined) return <p className="muted">{text.noRows}</p>;
  const all = setAt(start, field.path, value);
  // An empty input is no error.
  const errors = value === undefined ? [] : validateValue(schema, all);
  const isBad = errors.some((error) => error.path === field.pointer);
  return (
    <section className="fill-bar list-line stack-close" aria-label={text.title}>
      <div className="row wrapping at-bottom">
        <MiniSelect
          label={text.field}
          value={pointer}
          options={fill.fields.map((each) => ({
            value: each.pointer,
            label: visibleText(each.title),
          }))}
          onChange={(next) => {
            setPointer(next);
            setValue(undefined);
            fill.show(next);
          }}
        />
        <div className="fill-all compact">
          <FillCell
            key={pointer}
            field={field}
            schema={schema}
            value={setAt({}, field.path, value)}
            errors={errors}
            idPrefix="fill-all"
            label={text.forAllOf(field.title)}
            onChange={setValue}
          />
        </div>
        <Button
          disabled={value === undefined || isBad}
          onClick={() => {
            fill.show(pointer);
            fill.setAll(ids, field, value);
          }}
        >
          {text.setAll(ids.length)}
        </Button>
        <Button variant="ghost" disabled={fill.report === null} onClick={fill.clear}>
          {text.clear}
        </Button>
      </div>
      <p className="small muted desk-only">{text.hint}</p>
      <div role="status">
        <Report fill={fill} askOf={askOf} />
      </div>
    </section>
  );
}
