import type { Proposal } from '@countersign/api/insights';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CountedList } from '../features/insights/counted-list.tsx';
import { FigureStrip } from '../features/insights/figure-strip.tsx';
import {
  type FigureKind,
  type InsightsSearch,
  periodOf,
} from '../features/insights/insights-search.ts';
import { LoadPlot } from '../features/insights/load-plot.tsx';
import { ProposalList } from '../features/insights/proposal-list.tsx';
import { ConfidencePlot, SpreadPlot } from '../features/insights/small-plots.tsx';
import { SourceTable, sourcesCsv } from '../features/insights/source-table.tsx';
import { errorText } from '../live/problem-text.ts';
import { useAgents } from '../live/queries.ts';
import { useServerMinute } from '../live/session/server-now.ts';
import { rowsOf, useRoute, useRoutePages } from '../live/use-route.ts';
import { insightsText as text } from '../text/insights.ts';
import { visibleText } from '../text/visible-text.ts';
import { Button } from '../ui/button.tsx';
import { useCrumbs } from '../ui/crumbs.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { CsvButton } from '../ui/files/csv-button.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { MiniSelect } from '../ui/select.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { promptLink } from './inbox/prompt-link.tsx';
import { useNames } from './use-names.ts';
import '../features/insights/insights.css';

const periods = (['1', '7', '30', '90'] as const).map((days) => ({
  value: days,
  label: text.periods[days],
}));

/** The figures of questions and answers, and what they suggest. `?kind` lists the questions behind one. */
export function InsightsPage() {
  const search = useSearch({ from: '/frame/insights' });
  const navigate = useNavigate();
  const { agentName } = useNames();
  const agents = useAgents().data ?? [];
  const period = periodOf(search, useServerMinute());
  const { agent, person } = search;
  const scope = { ...period, ...(agent && { agent }), ...(person && { person }) };
  const figures = useRoute('GET /api/insights', { query: scope });
  const go = (next: InsightsSearch) => void navigate({ to: '/insights', search: next });
  const listLink = (kind: FigureKind, words: ReactNode, more: InsightsSearch = {}) => (
    <Link search={{ ...search, ...more, kind }} to="/insights">
      {words}
    </Link>
  );
  useCrumbs([{ label: text.title }]);
  const data = figures.data;
  return (
    <div className="full-height column">
      <div className="line-below page-head spread controls-grow-on-phone row-wrap">
        <h1 className="unseen-on-phone">{text.title}</h1>
        <span className="row-wrap insights-controls">
          <Segmented
            label={text.period}
            onChange={(days) => {
              const { days: _days, ...kept } = search;
              const chosen = ([1, 30, 90] as const).find((one) => String(one) === days);
              go(chosen === undefined ? kept : { ...kept, days: chosen });
            }}
            options={periods}
            value={`${search.days ?? 7}`}
          />
          <MiniSelect
            label={text.people}
            onChange={(id) => {
              const { person: _person, ...kept } = search;
              go(id === '' ? kept : { ...kept, person: id });
            }}
            options={[
              { value: '', label: text.everyone },
              ...(data?.people ?? []).map(({ id, name }) => ({
                value: id,
                label: visibleText(name),
              })),
            ]}
            value={person ?? ''}
          />
          <MiniSelect
            label={text.connection}
            onChange={(id) => {
              const { agent: _agent, ...kept } = search;
              go(id === '' ? kept : { ...kept, agent: id });
            }}
            options={[
              { value: '', label: text.everything },
              ...agents.map(({ id, name }) => ({ value: id, label: visibleText(name) })),
            ]}
            value={agent ?? ''}
          />
          {data === undefined ? null : <CsvButton name="insights" table={() => sourcesCsv(data)} />}
        </span>
      </div>
      <div className="fill-height scroll-area page-body">
        {search.kind !== undefined ? (
          <Counted key={JSON.stringify(search)} search={search} />
        ) : data === undefined ? (
          figures.isError ? (
            <ErrorPanel
              detail={errorText(figures.error)}
              onRetry={() => void figures.refetch()}
              title={text.failed}
            />
          ) : (
            <Skeleton rows={6} />
          )
        ) : data.asked === 0 ? (
          <EmptyState title={text.none}>{text.noneDetail}</EmptyState>
        ) : (
          <>
            <FigureStrip figures={data} link={listLink} />
            <ProposalList
              action={(proposal) => <ProposalAction proposal={proposal} />}
              agentName={agentName}
              figures={data}
            />
            <div className="insights-plots">
              <LoadPlot figures={data} period={period} />
              <ConfidencePlot bins={data.confidence} />
            </div>
            <SourceTable
              agentName={agentName}
              figures={data}
              link={({ agentId, tool }, words) =>
                listLink('all', words, { agent: agentId, ...(tool === '' ? {} : { tool }) })
              }
            />
            <SpreadPlot time={data.time} />
          </>
        )}
      </div>
    </div>
  );
}

function ProposalAction({ proposal: { kind, example } }: { proposal: Proposal }) {
  if (kind === 'answer-by-itself' && example !== null) {
    return (
      <Link search={{ from: example }} to="/settings/rules/new">
        {text.makeRule}
      </Link>
    );
  }
  if (kind === 'teach') {
    return (
      <Link params={{ _splat: 'corrections' }} to="/knowledge/$">
        {text.toKnowledge}
      </Link>
    );
  }
  if (kind === 'unseen-default' || kind === 'unread') {
    return <Link to="/settings/policy">{text.toPolicy}</Link>;
  }
  return null;
}

/** The questions behind a figure, in place of the figures. */
function Counted({ search }: { search: InsightsSearch }) {
  const now = useServerMinute();
  const { agentName } = useNames();
  const { kind = 'all', days, ...rest } = search;
  const pages = useRoutePages('GET /api/insights/questions', {
    ...periodOf(days === undefined ? {} : { days }, now),
    ...rest,
    ...(kind === 'all' ? {} : { kind }),
    limit: 100,
  });
  const { kind: _kind, tool: _tool, ...back } = search;
  return (
    <section className="stack-tight insights-sources">
      <div className="row-wrap">
        <h2>{text.kinds[kind]}</h2>
        <Link className="button" search={back} to="/insights">
          {text.back}
        </Link>
      </div>
      {pages.data === undefined ? (
        pages.isError ? (
          <ErrorPanel
            detail={errorText(pages.error)}
            onRetry={() => void pages.refetch()}
            title={text.failed}
          />
        ) : (
          <Skeleton rows={6} />
        )
      ) : (
        <CountedList agentName={agentName} items={rowsOf(pages)} link={promptLink} now={now} />
      )}
      {pages.hasNextPage ? (
        <Button onClick={() => void pages.fetchNextPage()}>{text.more}</Button>
      ) : null}
    </section>
  );
}
