import { ListFilter } from 'lucide-react';
import { figure } from '../../text/count.ts';
import { commonText, stateText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { formatClock } from '../../ui/format-time.ts';
import { Icon } from '../../ui/icon.tsx';
import { Input } from '../../ui/input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import type { DiffCounts } from './diff-counts.ts';
import type { PositionMark } from './position-marks.ts';
import '../../ui/toolbar.css';

export type StateMode = 'tree' | 'diff' | 'json';

interface StateBarProps {
  mode: StateMode;
  /** A. */
  from: number;
  /** B; null = live. */
  at: number | null;
  head: number;
  marks: readonly PositionMark[];
  changedOnly: boolean;
  counts: DiffCounts | null;
  onMode: (mode: StateMode) => void;
  onFrom: (from: number | null) => void;
  onChangedOnly: (changedOnly: boolean) => void;
}

/** Over the document: how it is shown, and which two positions are compared. */
export function StateBar(props: StateBarProps) {
  const { mode, from, at, head, marks, counts } = props;
  const known = marks.some(({ sequence }) => sequence === from);
  return (
    <div className="row-wrap rigid toolbar line-below">
      {mode === 'diff' ? (
        <>
          <span className="muted">{text.from}</span>
          <b className="strong">{text.a}</b>
          <Input
            aria-label={text.aNumber}
            inputMode="numeric"
            max={head}
            min={1}
            onChange={({ target }) => {
              const value = Number(target.value);
              if (Number.isSafeInteger(value) && value >= 1) props.onFrom(Math.min(head, value));
            }}
            type="number"
            value={from}
          />
          <Select
            aria-label={text.aLabel}
            onChange={(value) => value !== '' && props.onFrom(Number(value))}
            options={marks.map((mark) => ({
              value: String(mark.sequence),
              label: markWords(mark),
            }))}
            value={known ? String(from) : ''}
            {...(known ? {} : { placeholder: text.custom })}
          />
          <span className="muted">{text.to}</span>
          <span className="nowrap tabular">
            <b className="strong">{text.b}</b> {figure(at ?? head)}
            {at === null ? `, ${text.live}` : ''}
          </span>
          <span className="rigid separator" />
        </>
      ) : null}
      <Segmented
        label={text.views}
        onChange={props.onMode}
        options={[
          { value: 'tree', label: text.asTree },
          { value: 'diff', label: text.asDiff },
          { value: 'json', label: text.asJson },
        ]}
        value={mode}
      />
      {mode === 'diff' ? (
        <button
          aria-pressed={props.changedOnly}
          className="row-inline rigid nowrap rounded filter-chip"
          onClick={() => props.onChangedOnly(!props.changedOnly)}
          type="button"
        >
          <Icon of={ListFilter} small />
          {text.changedOnly}
        </button>
      ) : null}
      <span className="grow" />
      {counts === null ? null : (
        <span className="row-wide nowrap tabular">
          <span>
            <b className="strong toned" data-tone="done">
              +
            </b>{' '}
            {text.added(counts.added)}
          </span>
          <span>
            <b className="strong toned" data-tone="accent">
              ±
            </b>{' '}
            {text.changed(counts.changed)}
          </span>
          <span>
            <b className="strong toned" data-tone="fail">
              −
            </b>{' '}
            {text.removed(counts.removed)}
          </span>
        </span>
      )}
    </div>
  );
}

function markWords({ sequence, at, kind, label }: PositionMark): string {
  if (at === null) return [String(sequence), text.beginning].join(commonText.comma);
  const what = kind === 'run' ? text.run : text.asked(visibleText(label).slice(0, 60));
  return [figure(sequence), formatClock(at), what].join(commonText.comma);
}
