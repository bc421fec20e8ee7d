import type { KnowledgeQuestion } from '@countersign/api/knowledge-exchange';
import { may } from '@countersign/desk/permissions';
import { TriangleAlert } from 'lucide-react';
import { useAgentNames } from '../../../live/agent-names.ts';
import { useMe } from '../../../live/queries.ts';
import { LiveTime } from '../../../live/session/live-time.tsx';
import { useAction } from '../../../live/use-action.ts';
import { rowsOf, useChange, useRoute, useRoutePages } from '../../../live/use-route.ts';
import { incomingText as text } from '../../../text/knowledge.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SeverityMark } from '../../../ui/marks/severity.tsx';
import { MiniSelect } from '../../../ui/select.tsx';
import { MemoryLink, PromptLink } from '../links.tsx';
import { Failed, Fresh, More, Reading } from '../list-parts.tsx';
import { MemoryContent } from '../memories/memory-content.tsx';
import { useFilter } from '../use-filter.ts';
import { Contradictions, SideBySide } from './conflict-view.tsx';
import '../review-item.css';

const states = ['open', 'decided', 'moot'] as const;

/** Two memories that cannot both be followed, or could be one. They are answered in the inbox. */
export function QuestionList() {
  const [given, change] = useFilter();
  const state = states.find((each) => each === given['state']) ?? 'open';
  const questions = useRoutePages('GET /api/knowledge/questions', { state });
  const waiting = useRoute('GET /api/knowledge/figures', {}).data?.waiting.questions;
  const rows = rowsOf(questions);
  return (
    <>
      <div className="row-wrap">
        <MiniSelect
          label={text.questionStates.label}
          onChange={(next) => change({ state: next === 'open' ? '' : next })}
          options={states.map((value) => ({ value, label: text.questionStates[value] }))}
          value={state}
        />
        <Fresh now={state === 'open' ? waiting : undefined} of={questions} />
      </div>
      <Reading of={questions}>
        {rows.length === 0 && !questions.isPlaceholderData ? (
          <EmptyState title={state === 'open' ? text.questionsNone : text.noneOther}>
            {text.questionsNoneDetail}
          </EmptyState>
        ) : null}
        <ul aria-label={text.views.questions}>
          {rows.map((row) => (
            <Question key={row.id} question={row} />
          ))}
        </ul>
        <More of={questions} />
      </Reading>
    </>
  );
}

function Question({ question }: { question: KnowledgeQuestion }) {
  const personName = useAgentNames();
  const mayWork = may(useMe().data, 'work');
  const change = useChange();
  const action = useAction();
  const { decision, state, severity } = question;
  const raise = () =>
    void action.run(async () => {
      await change('POST /api/knowledge/questions/:id/raise', { params: { id: question.id } });
    });
  return (
    <li className="soft-line-below stack review-item question-item">
      <div className="row-wrap">
        <SeverityMark severity={severity} />
        <Badge icon={TriangleAlert} tone={state === 'open' ? 'need' : 'line'}>
          {text.questionKinds[question.kind]}
        </Badge>
        <span className="small muted">
          <LiveTime as="ago" at={question.raisedAt} />
        </span>
        {decision === null ? null : (
          <span className="small">
            {text.decidedBy(
              visibleText(personName(`operator:${decision.by}`)),
              text.choices[decision.choice],
            )}
          </span>
        )}
      </div>
      <div className="halves">
        <Side name={text.mine} of={question.mine} />
        <Side name={text.theirs} of={question.theirs} />
      </div>
      <Contradictions of={question.contradictions} />
      {question.proposal === null ? null : <SideBySide rows={question.proposal.rows} />}
      <Failed of={action.failure} />
      {state === 'open' ? (
        <div className="row-wrap">
          <PromptLink promptId={question.promptId}>{text.answer}</PromptLink>
          {!mayWork || severity === 'critical' ? null : (
            <Button busy={action.busy} onClick={raise}>
              {text.raise}
            </Button>
          )}
        </div>
      ) : null}
    </li>
  );
}

function Side({ name, of }: { name: string; of: KnowledgeQuestion['mine'] }) {
  return (
    <section aria-label={name} className="framed stack question-side">
      <div className="row">
        <span className="small muted rigid">{name}</span>
        {of.memory === null ? (
          <span className="muted">{text.gone}</span>
        ) : (
          <MemoryLink className="truncate" memory={of.memory} />
        )}
      </div>
      {of.isAsAsked ? null : <p className="small muted">{text.notAsAsked}</p>}
      {of.memory === null || of.content === null ? null : (
        <MemoryContent content={of.content} type={of.memory.type} />
      )}
    </section>
  );
}
