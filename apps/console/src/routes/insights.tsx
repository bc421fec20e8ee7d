import type { Insights, Proposal } from '@countersign/api/records/insights';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CountedList } from '../features/insights/counted-list.tsx';
import { FigureStrip } from '../features/insights/figure-strip.tsx';
import {
  type FigureKind,
  type InsightsSearch,
  parseInsightsSearch,
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
  const period = periodOf(search, useServerMinute());
  const { agent, person } = search;
  const scope = { ...period, ...(agent && { agent }), ...(person && { person }) };
  const figures = useRoute('GET /api/insights', { query: scope });
  useCrumbs([{ label: text.title }]);
  const data = figures.data;
  return (
    <div className="full-height column">
      <InsightsHead figures={data} search={search} />
      <div className="fill-height scroll-area page-body">
        {search.kind === undefined ? (
          <Figures period={period} read={figures} search={search} />
        ) : (
          <Counted key={JSON.stringify(search)} search={search} />
        )}
      </div>
    </div>
  );
}

/** The period, and whom and what the figures are about. */
function InsightsHead({
  figures,
  search,
}: {
  figures: Insights | undefined;
  search: InsightsSearch;
}) {
  const navigate = useNavigate();
  const agents = useAgents().data ?? [];
  const { days, agent, person } = search;
  const go = (change: { [Name in keyof InsightsSearch]: InsightsSearch[Name] | undefined }) =>
    void navigate({ to: '/insights', search: parseInsightsSearch({ ...search, ...change }) });
  return (
    <div className="line-below page-head spread controls-grow-on-phone row-wrap">
      <h1 className="unseen-on-phone">{text.title}</h1>
      <span className="row-wrap insights-controls">
        <Segmented
          label={text.period}
          onChange={(value) =>
            go({ days: ([1, 30, 90] as const).find((one) => `${one}` === value) })
          }
          options={periods}
          value={`${days ?? 7}`}
        />
        <MiniSelect
          label={text.people}
          onChange={(id) => go({ person: id === '' ? undefined : id })}
          options={[
            { value: '', label: text.everyone },
            ...(figures?.people ?? []).map(({ id, name }) => ({
              value: id,
              label: visibleText(name),
            })),
          ]}
          value={person ?? ''}
        />
        <MiniSelect
          label={text.connection}
          onChange={(id) => go({ agent: id === '' ? undefined : id })}
          options={[
            { value: '', label: text.everything },
            ...agents.map(({ id, name }) => ({ value: id, label: visibleText(name) })),
          ]}
          value={agent ?? ''}
        />
        {figures === undefined ? null : (
          <CsvButton name="insights" table={() => sourcesCsv(figures)} />
        )}
      </span>
    </div>
  );
}

interface FiguresProps {
  period: { from: number; to: number };
  read: Pick<UseQueryResult<Insights>, 'data' | 'error' | 'isError' | 'refetch'>;
  search: InsightsSearch;
}

/** All figures of the period, or why there are none. */
function Figures({ period, read, search }: FiguresProps) {
  const { agentName } = useNames();
  const listLink = (kind: FigureKind, words: ReactNode, more: InsightsSearch = {}) => (
    <Link search={{ ...search, ...more, kind }} to="/insights">
      {words}
    </Link>
  );
  const { data } = read;
  if (data === undefined) {
    return read.isError ? (
      <ErrorPanel
        detail={errorText(read.error)}
        onRetry={() => void read.refetch()}
        title={text.failed}
      />
    ) : (
      <Skeleton rows={6} />
    );
  }
  if (data.asked === 0) return <EmptyState title={text.none}>{text.noneDetail}</EmptyState>;
  return (
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
