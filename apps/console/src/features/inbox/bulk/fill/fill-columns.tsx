import type { Prompt } from '@countersign/api/prompt';
import { askText } from '../../../../text/statements/asked-words.ts';
import { fillText as text } from '../../../../text/texts.ts';
import { visibleText } from '../../../../text/visible-text.ts';
import { filled } from '../../../../ui/filled.ts';
import { foreignWords } from '../../../../ui/texts/foreign-words.tsx';
import { FillCell } from './fill-cell.tsx';
import type { Fill } from './use-fill.ts';

/** Heads of the fields that are filled in. */
export function FillHeads({ fill }: { fill: Fill }) {
  return fill.columns.map(({ pointer, title }) => (
    <th key={pointer} scope="col">
      {filled(text.yours, foreignWords(title))}
    </th>
  ));
}

interface FillCellsProps {
  fill: Fill;
  prompt: Prompt;
  isReady: boolean;
  /** Rows that can be filled in, from top to bottom. */
  order: readonly string[];
}

/** The fields of one row; a paste continues below and to the right. */
export function FillCells({ fill, prompt, isReady, order }: FillCellsProps) {
  const row = fill.rowOf(prompt.id);
  return fill.columns.map((field) => (
    <td
      key={field.pointer}
      className="bulk-fill"
      data-label={text.yours(visibleText(field.title))}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData('text/plain');
        // One value is pasted as into any field.
        if (!/[\t\n\r]/.test(pasted.trimEnd())) return;
        event.preventDefault();
        fill.paste(pasted, { promptId: prompt.id, field, order });
      }}
    >
      {isReady && row !== undefined && (
        <FillCell
          field={field}
          schema={row.schema}
          value={row.value}
          errors={row.feedback === null ? [] : row.errors}
          idPrefix={`fill-${prompt.id}`}
          label={text.cellOf(visibleText(field.title), visibleText(askText(prompt)))}
          onChange={(value) => fill.setOne(prompt.id, field, value)}
        />
      )}
    </td>
  ));
}
