import { may } from '@countersign/desk/permissions';
import { X } from 'lucide-react';
import { useAgentNames } from '../../../live/agent-names.ts';
import type { MemoryDetail } from '../../../live/knowledge-types.ts';
import { problemOf } from '../../../live/problem-text.ts';
import { useMe } from '../../../live/queries.ts';
import { LiveTime } from '../../../live/session/live-time.tsx';
import { useServerMinute } from '../../../live/session/server-now.ts';
import { useRoute } from '../../../live/use-route.ts';
import { knowledgeText, memoryText, detailText as text } from '../../../text/knowledge.ts';
import { commonText } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { JsonView } from '../../../ui/json-view.tsx';
import { ReasonText } from '../../../ui/texts/reason-text.tsx';
import { Time } from '../../../ui/time.tsx';
import { AgentLabel, ViewLink } from '../links.tsx';
import { Reading } from '../list-parts.tsx';
import { CorrectionFacts } from '../review/correction-facts.tsx';
import { useFilter } from '../use-filter.ts';
import { MemoryActions } from './memory-actions.tsx';
import { MemoryContent } from './memory-content.tsx';
import { nameOf, StatusBadge, TypeMark } from './memory-facts.tsx';
import { MemoryLinks } from './memory-links.tsx';
import { MemoryVersions } from './memory-versions.tsx';
import './memory-detail.css';

/** One memory with everything known of it. */
export function MemoryDetailPanel({ id }: { id: string }) {
  const read = useRoute('GET /api/knowledge/memories/:id', { params: { id } });
  const isGone = read.isError && problemOf(read.error)?.status === 404;
  const [search] = useFilter();
  return (
    <section aria-label={text.label} className="scrolls memory-detail">
      <div className="row memory-close">
        <ViewLink className="small small-only" search={search} view="memories">
          {knowledgeText.toMemories}
        </ViewLink>
        <ViewLink
          className="button button-ghost button-icon to-end"
          search={search}
          view="memories"
        >
          <Icon of={X} />
          <span className="visually-hidden">{text.close}</span>
        </ViewLink>
      </div>
      {isGone ? (
        <EmptyState title={text.notFound}>{text.notFoundDetail}</EmptyState>
      ) : (
        <Reading of={read} rows={6}>
          {read.data === undefined ? null : <Detail memory={read.data} />}
        </Reading>
      )}
    </section>
  );
}

function Detail({ memory }: { memory: MemoryDetail }) {
  const now = useServerMinute();
  const mayWork = may(useMe().data, 'work');
  const { correction, advice } = memory;
  return (
    <>
      <header className="stack memory-title">
        <div className="row-wrap">
          <TypeMark named type={memory.type} />
          <StatusBadge always memory={memory} now={now} />
        </div>
        <h2 className="breakable" dir="auto" lang="">
          {nameOf(memory)}
        </h2>
        {mayWork ? <MemoryActions memory={memory} now={now} /> : null}
      </header>
      {advice === null ? null : (
        <Banner>
          <b className="strong">{text.advice(memoryText.layers[advice.to])}</b>
          <p className="small">
            <ReasonText english={advice.reason} statement={advice.reasonStatement} />
          </p>
        </Banner>
      )}
      {memory.questions.length === 0 ? null : (
        <Banner
          action={
            <ViewLink search={{ show: 'questions' }} view="incoming">
              {text.toQuestions}
            </ViewLink>
          }
          tone="need"
        >
          {text.questions(memory.questions.length)}
        </Banner>
      )}
      {correction === null ? null : (
        <section className="panel-section line-below">
          <div className="panel-section-head">
            <h2>{text.correction}</h2>
          </div>
          <CorrectionFacts correction={correction} />
        </section>
      )}
      <section className="panel-section line-below">
        <div className="panel-section-head">
          <h2>{text.content}</h2>
        </div>
        <MemoryContent
          content={memory.content}
          type={memory.type}
          without={correction === null ? [] : ['definition', 'properties']}
        />
      </section>
      <Facts memory={memory} />
      <MemoryLinks memory={memory} />
      <Provenance memory={memory} />
      <section className="panel-section line-below">
        <div className="panel-section-head">
          <h2>{text.versions}</h2>
        </div>
        <MemoryVersions memory={memory} />
      </section>
      <details className="panel-section">
        <summary>{knowledgeText.json}</summary>
        <JsonView label={knowledgeText.json} short value={memory.content} />
      </details>
    </>
  );
}

function Facts({ memory }: { memory: MemoryDetail }) {
  const nameOfPerson = useAgentNames();
  const { reviewedBy } = memory;
  return (
    <section className="panel-section line-below">
      <div className="panel-section-head">
        <h2>{text.facts}</h2>
      </div>
      <dl className="fact-list stack knowledge-facts">
        <dt>{text.agent}</dt>
        <dd>
          <AgentLabel id={memory.agent} />
        </dd>
        <dt>{text.layer}</dt>
        <dd>
          {memoryText.layers[memory.layer]}{' '}
          <span className="small muted">{memoryText.layerDetail[memory.layer]}</span>
        </dd>
        <dt>{text.importance}</dt>
        <dd>{memoryText.importances[memory.importance]}</dd>
        {memory.tags.length === 0 ? null : (
          <>
            <dt>{text.tags}</dt>
            <dd dir="auto" lang="">
              {visibleText(commonText.inRow(memory.tags))}
            </dd>
          </>
        )}
        <dt>{memory.type === 'episodic' ? text.happened : text.learnt}</dt>
        <dd>
          <LiveTime as="ago" at={memory.at} />
        </dd>
        {memory.validUntil === null ? null : (
          <>
            <dt>{text.validUntil}</dt>
            <dd>
              <Time as="exact" at={memory.validUntil} />
            </dd>
          </>
        )}
        {reviewedBy === null ? null : (
          <>
            <dt>{text.reviewed}</dt>
            <dd>
              <bdi lang="">{visibleText(reviewedBy.name || nameOfPerson(reviewedBy.id))}</bdi>
              {', '}
              <LiveTime as="ago" at={reviewedBy.at} />
            </dd>
          </>
        )}
        <dt>{text.given}</dt>
        <dd>
          {memory.givenCount === 0 ? (
            <span className="muted">{text.neverGiven}</span>
          ) : (
            <>
              <ViewLink search={{ memory: memory.id }} view="given">
                {text.givenCount(memory.givenCount)}
              </ViewLink>
              {memory.lastGivenAt === null ? null : (
                <span className="muted">
                  {' · '}
                  {text.lastGiven} <LiveTime as="ago" at={memory.lastGivenAt} />
                </span>
              )}
            </>
          )}
        </dd>
        <dt>{text.version}</dt>
        <dd className="tabular">
          {memory.version}
          <span className="muted">
            {' · '}
            {text.changed} <LiveTime as="ago" at={memory.updatedAt} />
          </span>
        </dd>
      </dl>
    </section>
  );
}

function Provenance({ memory }: { memory: MemoryDetail }) {
  const nameOf = useAgentNames();
  const own = memory.origin === 'person' ? text.ownPerson : text.ownWork;
  const isOwn =
    memory.origin === 'person' || memory.origin === 'work' || memory.correction !== null;
  return (
    <section className="panel-section line-below">
      <div className="panel-section-head">
        <h2>{text.provenance}</h2>
        <span className="small muted">{memoryText.origins[memory.origin]}</span>
      </div>
      {isOwn ? <p className="muted">{own}</p> : null}
      {memory.caller === null || memory.caller === '' ? null : (
        <p className="muted">{text.ownCaller(visibleText(nameOf(memory.caller)))}</p>
      )}
      <ul className="knowledge-lines">
        {memory.sources.map(({ knowledgeId, agent, approvedBy }) => (
          <li className="soft-line-between stack-tight breakable close-line" key={knowledgeId}>
            <code>{text.source(visibleText(knowledgeId))}</code>
            <span className="small muted">
              {commonText.inRow([
                ...(agent === null ? [] : [text.sourceAgent(visibleText(nameOf(agent)))]),
                ...(approvedBy === null ? [] : [text.sourceApproved(visibleText(approvedBy))]),
              ])}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
