import type { Prompt } from '@countersign/api/prompt';
import { useMemo } from 'react';
import { meaningsOf } from '../../../text/answers/own-answer.ts';
import { askerName } from '../../../text/sender-name.ts';
import { askText } from '../../../text/statements/asked-words.ts';
import { commonText, bulkText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { AgentAvatar } from '../../../ui/avatar.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { commonAsk } from '../group-text.ts';
import { useColumnChoice } from './bulk-columns.ts';
import { BulkRows } from './bulk-rows.tsx';
import { SameInAll } from './bulk-same.tsx';
import { ColumnChooser } from './column-chooser.tsx';
import { differingOf } from './differing.ts';
import type { OneQuestion } from './questions-of.ts';
import type { Bulk } from './use-bulk.ts';

interface QuestionProps {
  of: readonly Prompt[];
  confirmKey: string;
  bulk: Bulk;
  onOpen: (promptId: string) => void;
}

/** The answer chosen below, with this question's label, and its confirmation. */
function Confirm({ of, confirmKey, bulk }: Omit<QuestionProps, 'onOpen'>) {
  const { type } = bulk.draft;
  const included = of.filter(({ id }) => bulk.included.has(id));
  if (type === null) return <p className="muted small">{text.chooseFirst}</p>;
  if (included.length === 0) return null;
  const meanings = meaningsOf(included, type);
  return (
    <div data-confirm className="on-panel inset space-above stack-close breakable framed">
      <p>
        <span className="muted">
          {text.confirmTitle}
          {commonText.colon}
        </span>
        {meanings.length === 0 ? (
          <span className="muted">{text.noMeaning}</span>
        ) : (
          visibleText(meanings.join(' · '))
        )}
      </p>
      <Checkbox
        checked={bulk.confirmed.has(confirmKey)}
        disabled={bulk.sending}
        label={text.confirm(type, included.length)}
        onChange={(on) => bulk.confirm(confirmKey, on)}
      />
    </div>
  );
}

function Question({ of, confirmKey, bulk, onOpen }: QuestionProps) {
  const ids = new Set(of.map(({ id }) => id));
  const choice = useColumnChoice();
  const differing = useMemo(() => differingOf(of), [of]);
  const columns = useMemo(
    () => ({
      differing,
      shown: differing.columns.filter(choice.isShown),
      agents: new Set(of.map((prompt) => askerName(prompt))).size > 1,
      tasks: new Set(of.map((prompt) => prompt.taskId)).size > 1,
    }),
    [of, differing, choice],
  );
  const asks = visibleText(commonAsk(of.map(askText)));
  const [first] = of;
  const agent = visibleText(first?.agentName ?? '');
  // If several agents ask, each row names its own.
  const asker = first === undefined || columns.agents ? agent : visibleText(askerName(first));
  return (
    <section className="line-below panel-section" aria-label={asks}>
      <header className="row-tight">
        <AgentAvatar name={agent} />
        <h2 className="truncate">{asks}</h2>
        <span className="muted small truncate" title={asker}>
          {asker}
        </span>
        <i className="grow" />
        <ColumnChooser columns={differing.columns} choice={choice} />
      </header>
      <SameInAll shown={of} columns={columns} />
      <BulkRows
        rows={bulk.rows.filter((row) => ids.has(row.shown.id))}
        columns={columns}
        included={bulk.included}
        onInclude={bulk.include}
        onIncludeAll={(on, among) => bulk.includeAll(on, among ?? ids)}
        onSorted={bulk.onSorted}
        onLook={bulk.look}
        onOpen={onOpen}
      />
      <Confirm of={of} confirmKey={confirmKey} bulk={bulk} />
    </section>
  );
}

/** Different questions that were selected together: each with its own effect, and its own confirmation. */
export function BulkQuestions({
  questions,
  bulk,
  onOpen,
}: {
  questions: readonly OneQuestion[];
  bulk: Bulk;
  onOpen: (promptId: string) => void;
}) {
  return questions.map(({ key, prompts }) => (
    <Question key={key} confirmKey={key} of={prompts} bulk={bulk} onOpen={onOpen} />
  ));
}
