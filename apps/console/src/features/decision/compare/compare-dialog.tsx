import { useState } from 'react';
import { decisionEditText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SecretBlock } from '../../../ui/texts/secret-value.tsx';
import { type Comparable, CompareTable, compareRows, publicRows } from './compare-table.tsx';
import './compare-dialog.css';

const MOST = 3;

interface CompareDialogProps {
  /** The label of a field. */
  nameOf: (name: string) => string;
  items: readonly Comparable[];
  pick: { word: string; choose: (id: string) => void } | null;
  onClose: () => void;
}

/** Two or three items side by side, with a button to choose one. */
export function CompareDialog({ nameOf, items, pick, onClose }: CompareDialogProps) {
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    items.slice(0, MOST).map(({ id }) => id),
  );
  const [onlyDifferent, setOnlyDifferent] = useState(false);
  const shown = items.filter(({ id }) => chosen.includes(id));
  const all = compareRows(shown);
  const rows = onlyDifferent ? all.filter((row) => row.isDifferent) : all;
  const alike = all.filter((row) => !row.isDifferent).length;
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={text.compareTitle}
      description={text.compareNote}
      wide
    >
      <div className="running spread wide-below compare-head">
        {items.length > 2 && (
          <fieldset className="unframed running">
            <legend className="visually-hidden">{text.compareWhich}</legend>
            {items.map((item) => {
              const isIn = chosen.includes(item.id);
              return (
                <Checkbox
                  key={item.id}
                  checked={isIn}
                  disabled={!isIn && chosen.length >= MOST}
                  label={visibleText(item.label)}
                  onChange={() => toggle(item.id)}
                />
              );
            })}
            {chosen.length >= MOST && items.length > MOST && (
              <span className="muted small">{text.compareMost}</span>
            )}
          </fieldset>
        )}
        <Checkbox
          checked={onlyDifferent}
          label={
            <>
              {text.onlyDifferent}
              {alike > 0 && <span className="muted small"> {text.sameInAll(alike)}</span>}
            </>
          }
          onChange={setOnlyDifferent}
        />
      </div>
      <SecretBlock value={rows} masked={publicRows(rows, shown)}>
        {(drawn) => (
          <CompareTable
            nameOf={nameOf}
            items={shown}
            rows={drawn}
            pick={
              pick && {
                word: pick.word,
                choose: (id) => {
                  pick.choose(id);
                  onClose();
                },
              }
            }
          />
        )}
      </SecretBlock>
    </Dialog>
  );
}
