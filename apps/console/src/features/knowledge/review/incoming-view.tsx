import { incomingText as text } from '../../../text/knowledge.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { useFilter } from '../use-filter.ts';
import { HeldKnowledge } from './held-knowledge.tsx';
import { QuestionList } from './question-list.tsx';

const parts = ['held', 'absorbed', 'discarded', 'questions'] as const;

/** Knowledge of others: what is held for review, what became of the rest, and the contradictions. */
export function IncomingView() {
  const [given, change] = useFilter();
  const part = parts.find((each) => each === given['show']) ?? 'held';
  return (
    <>
      <div className="line-below row-wrap rigid toolbar">
        <Segmented
          label={text.views.label}
          onChange={(next) => change({ show: next === 'held' ? '' : next, state: '' })}
          options={parts.map((value) => ({ value, label: text.views[value] }))}
          value={part}
        />
      </div>
      <div className="scroll-area knowledge-body large-boxes-on-phone stack-wide knowledge-page">
        <p className="muted knowledge-lead">{text.lead}</p>
        {part === 'questions' ? <QuestionList /> : <HeldKnowledge key={part} state={part} />}
      </div>
    </>
  );
}
