import type { RegisteredService } from '@countersign/api/registry';
import { keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '../../live/problem-text.ts';
import { useRoute } from '../../live/use-route.ts';
import { registryText as text } from '../../text/registry.ts';
import { commonText, csvText } from '../../text/texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { csvOf, csvTime } from '../../ui/files/csv.ts';
import { CsvButton } from '../../ui/files/csv-button.tsx';
import { useTyped } from '../../ui/hooks/use-typed.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ServiceTable } from './service-table.tsx';

/** The listed services as a table for other programs. */
const servicesCsv = (services: readonly RegisteredService[]): string =>
  csvOf(
    csvText.services,
    services.map((service) => [
      service.id,
      service.name,
      service.agentProtocol,
      service.address,
      service.health,
      csvTime(service.lease?.endsAt),
      service.registeredBy,
      csvTime(service.registeredAt),
      commonText.inRow(service.tags),
    ]),
  );

interface DirectoryProps {
  filter: string;
  onFilter: (filter: string) => void;
  link: (service: RegisteredService) => ReactNode;
  /** How a service is added. */
  action: ReactNode;
}

/** Every registered service, live, and a filter for them. */
export function Directory({ filter, onFilter, link, action }: DirectoryProps) {
  const q = filter.trim();
  const services = useRoute(
    'GET /api/registry/services',
    { query: q === '' ? {} : { q } },
    { placeholderData: keepPreviousData },
  );
  const typed = useTyped(filter, onFilter);
  const { data } = services;
  return (
    <>
      <search className="line-below row-wrap rigid toolbar">
        <input
          aria-label={text.filter}
          className="input registry-filter"
          placeholder={text.filter}
          type="search"
          {...typed}
        />
        <span className="small muted tabular to-end" role="status">
          {data === undefined ? null : text.count(data.found, data.all)}
          {data === undefined || data.unhealthy === 0
            ? null
            : ` · ${text.unhealthyCount(data.unhealthy)}`}
        </span>
        {data === undefined || data.items.length === 0 ? null : (
          <CsvButton name="services" table={() => servicesCsv(data.items)} />
        )}
        {action}
      </search>
      <div className="page-body scroll-area">
        {services.isPending ? <Skeleton rows={4} /> : null}
        {services.isError && data === undefined ? (
          <ErrorPanel
            detail={errorText(services.error)}
            onRetry={() => void services.refetch()}
            title={text.failed}
          />
        ) : null}
        {services.isError && data !== undefined ? (
          <Banner role="status" tone="need">
            {text.stale}
          </Banner>
        ) : null}
        {data?.all === 0 ? <EmptyState title={text.none}>{text.noneDetail}</EmptyState> : null}
        {data !== undefined && data.all > 0 && data.found === 0 ? (
          <EmptyState
            action={<Button onClick={() => onFilter('')}>{text.clear}</Button>}
            title={text.noMatch}
          >
            {text.noMatchDetail}
          </EmptyState>
        ) : null}
        {data === undefined || data.items.length === 0 ? null : (
          <ServiceTable link={link} services={data.items} />
        )}
        {data !== undefined && data.items.length < data.found ? (
          <p className="small muted page-part">{text.first(data.items.length)}</p>
        ) : null}
      </div>
    </>
  );
}
