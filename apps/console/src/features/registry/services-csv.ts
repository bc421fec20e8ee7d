import type { RegisteredService } from '@countersign/api/registry';
import { commonText } from '../../text/common.ts';
import { csvText } from '../../text/csv.ts';
import { csvOf, csvTime } from '../../ui/csv.ts';

/** The listed services as a table for other programs. */
export const servicesCsv = (services: readonly RegisteredService[]): string =>
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
