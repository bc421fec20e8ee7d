import type { AuditEntry } from '@countersign/api/records/audit';
import { routePath } from '@countersign/api/routes/route-path';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { AuditFilters } from '../features/audit/audit-filters.tsx';
import { AuditRecordView, NoRecord } from '../features/audit/audit-record.tsx';
import { type AuditSearch, auditQuery, parseAuditSearch } from '../features/audit/audit-search.ts';
import { AuditTable } from '../features/audit/audit-table.tsx';
import { useVerify } from '../features/audit/verify-audit.tsx';
import { errorText } from '../live/problem-text.ts';
import { useAgents } from '../live/queries.ts';
import { useClient } from '../live/session/client-context.tsx';
import { rowsOf, useRoute, useRoutePages } from '../live/use-route.ts';
import { auditText as text } from '../text/audit.ts';
import { locale } from '../text/locale.ts';
import { Button } from '../ui/button.tsx';
import { useCrumbs } from '../ui/crumbs.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { saveFile } from '../ui/files/save-file.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { useNames } from './use-names.ts';
import '../features/audit/audit.css';
import '../features/decision/decision-panel.css';

/** The search of the page, without what is empty. */
const kept = (search: AuditSearch): AuditSearch =>
  parseAuditSearch(Object.fromEntries(Object.entries(search)));

/** Who decided what, having seen what, delivered how with what outcome. */
export function AuditPage() {
  const search = parseAuditSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { api, serverNow } = useClient();
  const agents = useAgents().data ?? [];
  const { agentName } = useNames();
  const save = useSave();
  useCrumbs([{ label: text.title }]);
  const query = auditQuery(search, serverNow());
  const pages = useRoutePages('GET /api/audit', { ...query, limit: 100 });
  const entries = rowsOf<AuditEntry>(pages);
  const go = (next: AuditSearch) =>
    void navigate({ to: '/audit', search: kept(next), replace: true });
  const { button, result } = useVerify({
    verify: () => api.call('GET /api/audit/verify', {}),
    now: serverNow,
  });
  const { entry = null } = search;
  return (
    <div className="full-height column">
      <div className="audit-head row controls-grow-on-phone">
        <h1 className="unseen-on-phone">{text.title}</h1>
        <span className="grow muted small unseen-on-phone">{text.lead}</span>
        {button}
        {(['csv', 'jsonl'] as const).map((format) => (
          <Button
            icon={Download}
            key={format}
            onClick={() =>
              void save(`audit.${format}`, routePath('GET /api/audit/export', {}), {
                ...query,
                format,
              })
            }
          >
            {text[format]}
          </Button>
        ))}
      </div>
      {result}
      <AuditFilters
        agents={agents}
        hasMore={pages.hasNextPage}
        onChange={go}
        search={search}
        shown={entries.length}
      />
      <div className={entry === null ? 'audit-split grow' : 'audit-split has-record grow'}>
        <div className="page-body scroll-area">
          {pages.isError ? (
            <ErrorPanel
              detail={errorText(pages.error)}
              onRetry={() => void pages.refetch()}
              title={text.failed}
            />
          ) : null}
          {pages.isPending ? <Skeleton rows={8} /> : null}
          {entries.length > 0 ? (
            <AuditTable
              agentName={agentName}
              entries={entries}
              link={({ number }, words) => (
                <Link
                  className="ink audit-line"
                  replace
                  search={kept({ ...search, entry: number })}
                  to="/audit"
                >
                  {words}
                </Link>
              )}
              open={entry}
            />
          ) : null}
          {pages.isSuccess && entries.length === 0 ? (
            <EmptyState
              action={<Button onClick={() => go({})}>{text.clear}</Button>}
              title={text.none}
            >
              {text.noneDetail}
            </EmptyState>
          ) : null}
          {pages.hasNextPage ? (
            <div className="audit-more">
              <Button disabled={pages.isFetching} onClick={() => void pages.fetchNextPage()}>
                {text.more}
              </Button>
            </div>
          ) : null}
        </div>
        {entry === null ? null : <Record go={go} key={entry} number={entry} search={search} />}
      </div>
    </div>
  );
}

/** Saves a file of the audit. Not as a link: the browser would follow it without the proof. */
function useSave() {
  const { api } = useClient();
  return async (name: string, path: string, query: Record<string, string | number>) => {
    const members = Object.entries(query).map(([member, value]) => [member, String(value)]);
    const blob = await api.download(`${path}?${new URLSearchParams(members)}`, (response) =>
      response.blob(),
    );
    saveFile(name, blob);
  };
}

interface RecordProps {
  number: number;
  search: AuditSearch;
  go: (next: AuditSearch) => void;
}

function Record({ number, search, go }: RecordProps) {
  const save = useSave();
  const record = useRoute(
    'GET /api/audit/entries/:id',
    { params: { id: String(number) } },
    { staleTime: 0 },
  );
  const { data } = record;
  const isDecision = data?.entry.action === 'decision';
  return (
    <aside aria-label={text.entry(number)} className="audit-record on-panel">
      {record.isError ? <NoRecord detail={errorText(record.error)} /> : null}
      {data === undefined ? (
        <Skeleton rows={6} />
      ) : (
        <AuditRecordView
          onClose={() => go({ ...search, entry: 0 })}
          onEvidence={
            isDecision
              ? () => {
                  const id = String(number);
                  const path = routePath('GET /api/audit/entries/:id/evidence', { id });
                  void save(`entry-${number}.html`, path, { language: locale() });
                }
              : null
          }
          onOnly={
            data.entry.operator === '' ? null : () => go({ ...search, who: data.entry.operator })
          }
          record={data}
          taskLink={(taskId, sequence, words) => (
            <Link
              className="link small"
              params={{ taskId }}
              search={sequence === null ? {} : { at: sequence }}
              to="/tasks/$taskId"
            >
              {words}
            </Link>
          )}
        />
      )}
    </aside>
  );
}
