import type { GatewayRoute } from '@countersign/api/gateway';
import { may } from '@countersign/desk/permissions';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { GatewayHistory } from '../../features/gateway/gateway-history.tsx';
import { PolicyDialog, type PolicyToSave } from '../../features/gateway/policy-dialog.tsx';
import { RemovePolicy } from '../../features/gateway/remove-policy.tsx';
import { RouteList } from '../../features/gateway/route-list.tsx';
import { TryCall } from '../../features/gateway/try-call.tsx';
import { RemoveDialog } from '../../features/settings/remove-dialog.tsx';
import { errorText } from '../../live/problem-text.ts';
import { useAgents, useMe } from '../../live/queries.ts';
import { newId } from '../../live/session/browser-ports.ts';
import { useClient } from '../../live/session/client-context.tsx';
import { useReadAgain, useRoute } from '../../live/use-route.ts';
import { registryText, gatewayText as text } from '../../text/registry.ts';
import { agentsText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Button } from '../../ui/button.tsx';
import { useCrumbs } from '../../ui/crumbs.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { promptLink } from '../inbox/prompt-link.tsx';
import { useNames } from '../use-names.ts';
import { RegistryPlaces } from './registry-places.tsx';
import '../../features/agents/agent-page.css';
import '../../features/agents/agents.css';

const crumbs = [
  { label: agentsText.title, to: '/agents' },
  { label: registryText.title, to: '/agents/registry/services' },
  { label: text.title },
];
const place = { params: { view: 'gateway' }, to: '/agents/registry/$view' } as const;

/** Who may call agents through this server, and what a call becomes. `?try` names the service of a call that is tried. */
export function GatewayPage() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const tried = search['try'];
  const isTry = tried !== undefined;
  const mayEdit = may(useMe().data, 'administer');
  const [editing, setEditing] = useState<{ route: GatewayRoute | null } | null>(null);
  useCrumbs(crumbs);
  return (
    <div className="full-height column">
      <div className="line-below page-head spread controls-grow-on-phone row-loose">
        <h1 className="unseen-on-phone">{text.title}</h1>
        <RegistryPlaces here="gateway" />
      </div>
      <div className="line-below row-wrap rigid toolbar">
        <Segmented
          label={text.views.label}
          onChange={(view) =>
            void navigate({ ...place, search: view === 'try' ? { try: '' } : {}, replace: true })
          }
          options={[
            { value: 'routes', label: text.views.routes },
            { value: 'try', label: text.views.try },
          ]}
          value={isTry ? 'try' : 'routes'}
        />
        {mayEdit && !isTry ? (
          <span className="to-end">
            <Button icon={Plus} onClick={() => setEditing({ route: null })}>
              {text.add}
            </Button>
          </span>
        ) : null}
      </div>
      <div className="page-body scroll-area">
        {isTry ? (
          <Attempt key={String(tried)} service={String(tried)} />
        ) : (
          <Routes mayEdit={mayEdit} onEdit={(route) => setEditing({ route })} />
        )}
      </div>
      {editing === null ? null : (
        <EditPolicy onClose={() => setEditing(null)} route={editing.route} />
      )}
    </div>
  );
}

function Routes({ mayEdit, onEdit }: { mayEdit: boolean; onEdit: (route: GatewayRoute) => void }) {
  const routes = useRoute('GET /api/gateway/routes', {});
  const history = useRoute('GET /api/gateway/history', {}).data;
  const me = useMe().data;
  const { agentName, operatorName } = useNames();
  const [removing, setRemoving] = useState<GatewayRoute | null>(null);
  const client = useClient();
  const removed = useReadAgain('/api/gateway/');
  const params = { id: removing?.route ?? '' };
  const removeRoute = async () => {
    await client.api.call('DELETE /api/gateway/routes/:id', { params });
    await removed();
  };
  const removePolicy = (version: number) =>
    client.api
      .call('DELETE /api/gateway/policies/:id', { params, query: { version } })
      .finally(removed);
  if (routes.data === undefined) {
    return routes.isError ? (
      <ErrorPanel
        detail={errorText(routes.error)}
        onRetry={() => void routes.refetch()}
        title={text.failed}
      />
    ) : (
      <Skeleton rows={4} />
    );
  }
  const isRoute = removing?.policy === null;
  return (
    <>
      <div className="page-lead muted">
        <p>{text.lead}</p>
        {me === undefined || mayEdit ? null : <p className="small">{text.adminChanges}</p>}
      </div>
      {routes.data.items.length === 0 ? (
        <EmptyState title={text.none}>{text.noneDetail}</EmptyState>
      ) : (
        <RouteList
          agentName={agentName}
          mayEdit={mayEdit}
          onEdit={onEdit}
          onRemove={setRemoving}
          routes={routes.data.items}
          tryLink={(service) => (
            <Link
              {...place}
              aria-label={text.tryOf(visibleText(service))}
              className="button"
              search={{ try: service }}
            >
              {text.tryIt}
            </Link>
          )}
        />
      )}
      {history === undefined || history.items.length === 0 ? null : (
        <GatewayHistory history={history} operatorName={operatorName} questionLink={promptLink} />
      )}
      {removing === null || removing.policy === null ? null : (
        <RemovePolicy
          onClose={() => setRemoving(null)}
          policy={removing.policy}
          remove={removePolicy}
        />
      )}
      <RemoveDialog
        detail={text.removeRouteDetail}
        onClose={() => setRemoving(null)}
        remove={removeRoute}
        title={isRoute ? text.removeRouteAsk(visibleText(removing.route)) : null}
        yes={text.removeRouteYes}
      />
    </>
  );
}

function EditPolicy({ route, onClose }: { route: GatewayRoute | null; onClose: () => void }) {
  const client = useClient();
  const changed = useReadAgain('/api/gateway/');
  const routes = useRoute('GET /api/gateway/routes', {}).data?.items ?? [];
  const services = useRoute('GET /api/registry/services', {}).data?.items ?? [];
  const agents = useAgents().data ?? [];
  const operators = useRoute('GET /api/operators', {}).data?.items ?? [];
  const save = async ({ route: id, service, spoken, policy }: PolicyToSave) => {
    const isLed = route?.service === service && route.agentProtocol === spoken;
    if (!isLed) {
      const body = { service, agentProtocol: protocolOf(spoken) };
      await client.api.call('PUT /api/gateway/routes/:id', { params: { id }, body });
    }
    const body = { ...policy, service };
    await client.api.call('PUT /api/gateway/policies/:id', { params: { id }, body });
    await changed();
    onClose();
  };
  return (
    <PolicyDialog
      agents={agents}
      onClose={onClose}
      registrants={operators.flatMap(({ id, role }) => (role === 'registrant' ? [id] : []))}
      route={route}
      routes={routes.map((one) => one.route)}
      save={save}
      services={services.flatMap(({ name, agentProtocol, address }) =>
        agentProtocol === '' ? [] : [{ name, host: hostOf(address) }],
      )}
    />
  );
}

/** `host:port` of the address of a service, which always has a port. */
const hostOf = (address: string): string => /^[a-z]+:\/\/([^/]+)/.exec(address)?.[1] ?? '';

function protocolOf(spoken: string): '' | 'a2a' | 'acp' | 'mcp' | 'hai' | 'ag-ui' {
  const known = ['a2a', 'acp', 'mcp', 'hai', 'ag-ui'] as const;
  return known.find((one) => one === spoken) ?? '';
}

function Attempt({ service }: { service: string }) {
  const client = useClient();
  const routes = useRoute('GET /api/gateway/routes', {}).data?.items ?? [];
  const maySend = may(useMe().data, 'work');
  return (
    <TryCall
      createId={newId}
      inboxLink={<Link to="/inbox">{text.attempt.inbox}</Link>}
      maySend={maySend}
      preview={(body) => client.api.call('POST /api/gateway/preview', { body })}
      send={(body) => client.api.call('POST /api/gateway/calls', { body })}
      service={service}
      services={[...new Set(routes.flatMap((one) => (one.state === 'open' ? [one.service] : [])))]}
      taskLink={(taskId) => (
        <Link params={{ taskId }} to="/tasks/$taskId">
          {text.attempt.task}
        </Link>
      )}
    />
  );
}
