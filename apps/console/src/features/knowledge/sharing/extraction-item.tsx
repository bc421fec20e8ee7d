import type { Extraction } from '@countersign/api/knowledge-sharing';
import { isObject } from '@countersign/json/json-object';
import { readStatement } from '@countersign/json/statement';
import { Ban } from 'lucide-react';
import type { ReactNode } from 'react';
import { LiveTime } from '../../../live/session/live-time.tsx';
import { extractionText as text } from '../../../text/knowledge.ts';
import { commonText } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { ReasonText } from '../../../ui/texts/reason-text.tsx';
import { AgentLabel, MemoryLink } from '../links.tsx';
import { Many } from '../many.tsx';
import type { Marks } from '../marked-text.tsx';
import { nameOf, TypeMark } from '../memories/memory-facts.tsx';
import { StepContent } from '../memories/step-content.tsx';
import { ReviewHead, type Selection } from '../review/review-head.tsx';
import '../review-item.css';

/** Which rule made each placeholder, and the type of each slot. */
const marksOf = ({ report, slots }: Pick<Extraction, 'report' | 'slots'>): Marks => ({
  rules: new Map(
    report.filter(({ action }) => action === 'masked').map(({ after, rule }) => [after, rule]),
  ),
  slots: new Map(slots.map(({ name, type }) => [name, type])),
});

/** A reason that names a rule or a type by its name on screen. */
function withRuleNamed(reason: unknown): unknown {
  const statement = readStatement(reason);
  const named = Object.entries(statement?.params ?? {}).map(([key, value]) =>
    (key === 'rule' || key === 'type') && typeof value === 'string'
      ? [key, text.ruleName(value)]
      : [key, value],
  );
  return { ...statement, params: Object.fromEntries(named) };
}

const order = ['filtered', 'desensitised', 'generalised', 'standardised'] as const;
/** What each column shows: of the last, only what is written by people, not the dates and ids around it. */
const shownOf = (extraction: Extraction, step: (typeof order)[number]): unknown => {
  const value = extraction.steps[step];
  if (step !== 'standardised' || !isObject(value)) return value;
  return { title: value['title'], ...(isObject(value['content']) ? value['content'] : {}) };
};

const knowledgeLeaves = ({ state, steps }: Extraction): boolean =>
  state === 'waiting' && steps.standardised !== null;

interface ExtractionItemProps extends Selection {
  extraction: Extraction;
  children?: ReactNode;
}

/** A memory on its way out: the four steps side by side, with what was masked and why. */
export function ExtractionItem({
  extraction,
  isSelected,
  onSelect,
  children,
}: ExtractionItemProps) {
  const { memory, approval, redactions, slots, state } = extraction;
  const marks = marksOf(extraction);
  const { notByRule } = extraction;
  const doubts = new Map(extraction.doubts.map((doubt) => [doubt.text, doubt.rule]));
  const masked = Object.entries(redactions);
  return (
    <li className="soft-line-below stack review-item">
      <ReviewHead isSelected={isSelected} onSelect={onSelect} name={nameOf(memory)}>
        <h2 className="breakable">
          <TypeMark type={memory.type} /> <MemoryLink memory={memory} />
        </h2>
        <div className="row-wrap small muted">
          <AgentLabel id={memory.agent} />
          <LiveTime as="ago" at={extraction.createdAt} />
          <span>{text.by(visibleText(extraction.createdBy))}</span>
          {approval === null ? null : (
            <span>
              {text.states.approved}{' '}
              {approval.kind === 'rule'
                ? text.byRule(visibleText(approval.rule ?? ''))
                : text.by(visibleText(approval.by.name))}
            </span>
          )}
          <code title={text.digest}>{extraction.digest.slice(0, 12)}</code>
        </div>
      </ReviewHead>
      {state === 'stale' ? <Banner tone="need">{text.stale}</Banner> : null}
      {doubts.size > 0 && knowledgeLeaves(extraction) ? (
        <Banner tone="need">{text.doubtCount(doubts.size)}</Banner>
      ) : null}
      {notByRule !== null && state === 'waiting' ? (
        <Banner tone="need">
          <ReasonText english={notByRule.reason} statement={notByRule.reasonStatement} />
        </Banner>
      ) : null}
      <p className="row-wrap small">
        {masked.length === 0 ? (
          <span className="muted">{text.noRedactions}</span>
        ) : (
          <>
            <span className="muted">{text.redactions}</span>
            {masked.map(([rule, count]) => (
              <span className="masked rounded-small" key={rule} title={visibleText(rule)}>
                {text.redaction(visibleText(text.ruleName(rule)), count)}
              </span>
            ))}
          </>
        )}
        {slots.length === 0 ? null : (
          <>
            <span className="muted">{text.slots}</span>
            {slots.map(({ name, type }) => (
              <span
                className="template-slot rounded-small"
                key={name}
                title={visibleText(text.ruleName(type))}
              >
                {`{{${visibleText(name)}}}`}
              </span>
            ))}
          </>
        )}
      </p>
      <div className="framed extraction-steps">
        {order.map((step) => (
          <section aria-label={text.steps[step]} className="extraction-step" key={step}>
            <h3 title={text.stepDetail[step]}>{text.steps[step]}</h3>
            <p className="small muted space-below">{text.stepDetail[step]}</p>
            {extraction.steps[step] === null ? (
              <p className="row-close muted">
                <Ban aria-hidden className="icon icon-small" />
                {step === 'filtered' && extraction.withheld ? text.withheld : text.dropped}
              </p>
            ) : (
              <StepContent
                // In the first columns much is still to be masked: a doubt is about what leaves.
                marks={step === 'standardised' ? { ...marks, doubts } : marks}
                value={shownOf(extraction, step)}
              />
            )}
          </section>
        ))}
      </div>
      <Report report={extraction.report} />
      {children}
    </li>
  );
}

function Report({ report }: Pick<Extraction, 'report'>) {
  const shown = report.filter(({ action }) => action !== 'kept');
  if (shown.length === 0) return null;
  return (
    <details>
      <summary className="muted">{text.report(shown.length)}</summary>
      <Many of={shown}>
        {(lines) => (
          <ul className="knowledge-lines small">
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a step may do two things at one place, and lines never change their order.
              <li className="soft-line-between breakable close-line" key={index}>
                <b className="strong">{text.reports[line.step]}</b>{' '}
                <code>{line.path === '' ? text.whole : visibleText(line.path)}</code>{' '}
                <ReasonText english={line.reason} statement={withRuleNamed(line.reasonStatement)} />
                {line.after === '' ? null : (
                  <>
                    {' → '}
                    <code>{visibleText(line.after)}</code>
                  </>
                )}
                <span className="muted">
                  {' '}
                  {commonText.pair(text.reports[line.step], visibleText(text.ruleName(line.rule)))}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Many>
    </details>
  );
}
