import { type Priority, severities } from '@countersign/upformat/message';
import { priorityLabels, severityLabels, decisionText as text } from '../../../text/texts.ts';
import { MiniSelect } from '../../../ui/select.tsx';
import type { Answer } from '../compose/use-answer.ts';

const priorities: readonly Priority[] = ['low', 'medium', 'high', 'urgent'];

/** Severity and priority as judged by the operator: sent with any answer but the agent's own default. */
export function Marks({ answer }: { answer: Answer }) {
  const none = { value: '', label: text.notGiven };
  if (answer.draft.type === null || answer.draft.type === 'default') return null;
  return (
    <div className="row answer-marks rigid controls-grow-on-phone">
      <MiniSelect
        label={text.severity}
        value={answer.draft.severity ?? ''}
        options={[
          none,
          ...severities.map((value) => ({ value, label: severityLabels[value].toLowerCase() })),
        ]}
        onChange={(next) =>
          answer.update({ severity: severities.find((value) => value === next) ?? null })
        }
      />
      <MiniSelect
        label={text.priority}
        value={answer.draft.priority ?? ''}
        options={[none, ...priorities.map((value) => ({ value, label: priorityLabels[value] }))]}
        onChange={(next) =>
          answer.update({ priority: priorities.find((value) => value === next) ?? null })
        }
      />
    </div>
  );
}
