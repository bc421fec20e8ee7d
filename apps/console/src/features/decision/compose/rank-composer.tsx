import { isObject } from '@countersign/json/json-object';
import { rankableItems } from '@countersign/upformat/rankable-items';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import { Columns3 } from 'lucide-react';
import { listed } from '../../../text/count.ts';
import { decisionEditText, rankText, decisionText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Button } from '../../../ui/button.tsx';
import { RankList } from '../../../ui/inputs/rank-list.tsx';
import { useCompare } from '../compare/use-compare.tsx';
import { Saved } from '../draft/saved.tsx';
import { startingOrder } from '../draft/starting-order.ts';
import type { Answer } from './use-answer.ts';

const DETAILS = 4;

/** A few telling values of an item on one line: `rate 85 · score 0.92`. */
function detailOf(item: unknown): string {
  if (!isObject(item)) return '';
  if (typeof item['description'] === 'string') return visibleText(item['description']);
  return Object.entries(item)
    .filter(
      ([key, value]) => !/^(id|label|name|title)$/.test(key) && /string|number/.test(typeof value),
    )
    .slice(0, DETAILS)
    .map(([key, value]) => `${key} ${visibleText(String(value))}`)
    .join(' · ');
}

/** The order to be made, with a button to compare the items first. */
export function RankComposer({ answer }: { answer: Answer }) {
  const { message } = answer.prompt;
  const compare = useCompare(answer);
  const items = new Map(rankableItems(message).map((item) => [item.id, item]));
  const entries = startingOrder(message, answer.draft.order).flatMap((id) => {
    const item = items.get(id);
    return item ? [{ id, name: visibleText(item.label), detail: detailOf(item.item) }] : [];
  });
  const takes = upPromptOf(message).answers?.rank?.takes ?? null;
  const taken = takes === null ? [] : entries.slice(0, takes).map(({ name }) => name);
  return (
    <section className="soft-line-below panel-section" aria-label={text.yourAnswer}>
      <div className="panel-section-head">
        <h2>{text.order}</h2>
        <Saved answer={answer} />
        {compare && (
          <Button small icon={Columns3} onClick={compare.open}>
            {decisionEditText.compare}
          </Button>
        )}
      </div>
      <RankList
        label={text.order}
        entries={entries}
        takes={takes}
        onChange={(order) => answer.update({ order })}
      />
      {taken.length > 0 && <p className="space-above">{rankText.continues(listed(taken))}</p>}
      <p className="small muted space-above">{rankText.help}</p>
      {compare?.dialog}
    </section>
  );
}
