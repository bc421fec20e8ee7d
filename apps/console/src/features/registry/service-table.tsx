import type { RegisteredService } from '@countersign/api/registry';
import type { ReactNode } from 'react';
import { registryText as text } from '../../text/registry.ts';
import { visibleText } from '../../text/visible-text.ts';
import { HealthBadge, Lease, protocolOf } from './service-facts.tsx';
import './service-table.css';

const { columns } = text;

interface ServiceTableProps {
  services: readonly RegisteredService[];
  link: (service: RegisteredService) => ReactNode;
}

/** Registered services, one row for each instance. */
export function ServiceTable({ services, link }: ServiceTableProps) {
  return (
    <table
      aria-label={text.title}
      className="small data-table head-stays fixed-table service-table"
    >
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th className="desk-only" scope="col">
            {columns.protocol}
          </th>
          <th className="desk-only" scope="col">
            {columns.address}
          </th>
          <th scope="col">{columns.health}</th>
          <th scope="col">{columns.lease}</th>
          <th className="service-by" scope="col">
            {columns.by}
          </th>
        </tr>
      </thead>
      <tbody>
        {services.map((service) => (
          <tr key={service.id}>
            <td>
              <span className="row">
                <b className="strong truncate" dir="auto" lang="">
                  {link(service)}
                </b>
                {service.instances < 2 ? null : (
                  <span className="fine-print nowrap rounded-small tag-box desk-only">
                    {text.instances(service.instances)}
                  </span>
                )}
              </span>
            </td>
            <td className="desk-only">{protocolOf(service)}</td>
            <td className="desk-only">
              <code title={service.address}>{visibleText(service.address)}</code>
            </td>
            <td>
              <HealthBadge health={service.health} />
            </td>
            <td>
              <Lease lease={service.lease} />
            </td>
            <td className="service-by">{visibleText(service.registeredBy ?? '')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
