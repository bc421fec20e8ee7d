import type { RegisteredService, RegistryLeases } from '@countersign/api/registry';
import type { ReactNode } from 'react';
import { registryText } from '../../text/registry.ts';
import { commonText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Lease } from './service-facts.tsx';
import './service-table.css';

const text = registryText.monitor;
const { columns } = registryText;

interface LeaseMonitorProps {
  leases: RegistryLeases;
  link: (service: RegisteredService) => ReactNode;
}

/** Every lease as it runs, those that end soonest first. */
export function LeaseMonitor({ leases, link }: LeaseMonitorProps) {
  const { items, renewed, late, unhealthy } = leases;
  const all = renewed + late + unhealthy;
  if (all === 0) return <EmptyState title={text.none}>{text.noneDetail}</EmptyState>;
  const counts = [
    text.renewed(renewed),
    ...(late === 0 ? [] : [text.late(late)]),
    ...(unhealthy === 0 ? [] : [text.unhealthy(unhealthy)]),
  ];
  return (
    <>
      <div className="page-lead">
        <p className="muted">{text.lead}</p>
        <p className="strong tabular" role="status">
          {commonText.inRow(counts)}
        </p>
      </div>
      <table
        aria-label={registryText.views.leases}
        className="small data-table head-stays fixed-table lease-table"
      >
        <thead>
          <tr>
            <th scope="col">{columns.lease}</th>
            <th scope="col">{columns.name}</th>
            <th scope="col">{columns.health}</th>
            <th className="desk-only" scope="col">
              {columns.address}
            </th>
            <th className="service-by" scope="col">
              {columns.by}
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((service) => (
            <tr key={service.id}>
              <td>
                <Lease lease={service.lease} />
              </td>
              <td>
                <b className="strong truncate" dir="auto" lang="">
                  {link(service)}
                </b>
              </td>
              <td>{text.phase[service.lease?.phase ?? 'over']}</td>
              <td className="desk-only">
                <code title={service.address}>{visibleText(service.address)}</code>
              </td>
              <td className="service-by">{visibleText(service.registeredBy ?? '')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {items.length < all ? (
        <p className="small muted page-lead">{text.first(items.length)}</p>
      ) : null}
    </>
  );
}
