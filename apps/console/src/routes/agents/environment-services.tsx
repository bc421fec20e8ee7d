import { may } from '@countersign/desk/permissions';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { AddService } from '../../features/affordances/add-service.tsx';
import { ApproveService } from '../../features/affordances/approve-service.tsx';
import {
  type PolicyChange,
  type Service,
  ServiceList,
} from '../../features/affordances/service-list.tsx';
import { RemoveDialog } from '../../features/settings/remove-dialog.tsx';
import { errorText } from '../../live/problem-text.ts';
import { useAgents, useMe } from '../../live/queries.ts';
import { useClient } from '../../live/session/client-context.tsx';
import { useReadAgain, useRoute } from '../../live/use-route.ts';
import { affordancesText } from '../../text/affordances.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EnvironmentHead } from './environment-places.tsx';

const text = affordancesText.service;

/** What is done with a service, and what its last synchronisation has changed. */
function useServiceActions() {
  const client = useClient();
  const [said, setSaid] = useState<Record<string, string>>({});
  const again = useReadAgain('/api/environment/');
  const act = (work: () => Promise<unknown>) => work().finally(again);
  const read = ({ id }: Service) =>
    act(async () => {
      const route = 'POST /api/environment/artifacts/:id/synchronisation';
      const { added, removed, changed } = await client.api.call(route, {
        params: { id },
        body: {},
      });
      const words = text.drift(added.length, removed.length, changed.length);
      setSaid((before) => ({ ...before, [id]: words }));
    });
  const setPolicy = ({ id }: Service, body: PolicyChange) =>
    act(() =>
      client.api.call('PUT /api/environment/artifacts/:id/policy', { params: { id }, body }),
    );
  return { said, again, read, setPolicy };
}

/** The services that signifiers are made from. */
export function ServicesPage() {
  const services = useRoute('GET /api/environment/artifacts', {});
  const me = useMe().data;
  const agents = useAgents().data ?? [];
  const client = useClient();
  const [isAdding, setAdding] = useState(false);
  const [reviewing, setReviewing] = useState<Service | null>(null);
  const [removing, setRemoving] = useState<Service | null>(null);
  const mayAdminister = may(me, 'administer');
  const { said, again, read, setPolicy } = useServiceActions();
  return (
    <div className="full-height column">
      <EnvironmentHead here="artifacts" />
      {mayAdminister ? (
        <div className="line-below row-wrap rigid toolbar">
          <span className="to-end">
            <Button icon={Plus} onClick={() => setAdding(true)}>
              {text.add}
            </Button>
          </span>
        </div>
      ) : null}
      <div className="page-body scroll-area">
        {services.data === undefined ? (
          services.isError ? (
            <ErrorPanel
              detail={errorText(services.error)}
              onRetry={() => void services.refetch()}
              title={affordancesText.failed}
            />
          ) : (
            <Skeleton rows={4} />
          )
        ) : services.data.items.length === 0 ? (
          <EmptyState title={affordancesText.none}>{text.adminOnly}</EmptyState>
        ) : (
          <ServiceList
            {...{ read, said, setPolicy, mayAdminister }}
            mayChange={may(me, 'work')}
            remove={setRemoving}
            review={setReviewing}
            services={services.data.items}
          />
        )}
      </div>
      {isAdding ? (
        <AddService
          agents={agents.filter(
            ({ protocol, source }) => protocol !== 'affordance' && source !== 'mcp',
          )}
          onClose={() => setAdding(false)}
          register={async (body) => {
            await client.api.call('POST /api/environment/artifacts', { body });
            await again();
            setAdding(false);
          }}
        />
      ) : null}
      {reviewing === null ? null : (
        <ApproveService
          approve={async (signifiers) => {
            const params = { id: reviewing.id };
            const route = 'POST /api/environment/artifacts/:id/approval';
            const { refused } = await client.api.call(route, { params, body: { signifiers } });
            await again();
            return refused;
          }}
          onClose={() => setReviewing(null)}
          service={reviewing}
        />
      )}
      <RemoveDialog
        detail={text.removeDetail}
        onClose={() => setRemoving(null)}
        remove={async () => {
          if (removing === null) return;
          const params = { id: removing.id };
          await client.api.call('DELETE /api/environment/artifacts/:id', { params });
          await again();
        }}
        title={removing === null ? null : text.removeAsk(visibleText(removing.name))}
        yes={text.remove}
      />
    </div>
  );
}
