import type { Agent } from '@countersign/api/agent';
import { may } from '@countersign/desk/permissions';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { AgentList } from '../../features/agents/agent-list.tsx';
import { errorText } from '../../live/problem-text.ts';
import { useAgents, useMe } from '../../live/queries.ts';
import { useHasPart } from '../../live/server-parts.ts';
import { useClient } from '../../live/session/client-context.tsx';
import { useAction } from '../../live/use-action.ts';
import { useChange, useReadAgain } from '../../live/use-route.ts';
import { agentsText } from '../../text/texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useCrumbs } from '../../ui/crumbs.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogCancel } from '../../ui/dialog-cancel.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { CsvButton } from '../../ui/files/csv-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EditAgent } from './edit-agent.tsx';
import '../../features/agents/agents.css';
import { isProgram, protocolText } from '../../features/agents/agent-facts.tsx';
import { storedReason } from '../../text/statements/stored-reason.ts';
import { csvText } from '../../text/texts.ts';
import { csvOf, csvTime } from '../../ui/files/csv.ts';

/** The directory of agents as a table for other programs. */
const agentsCsv = (agents: readonly Agent[]): string =>
  csvOf(
    csvText.agents,
    agents.map((agent) => {
      const { lastContact: contact } = agent;
      const detail = contact?.detail ?? null;
      return [
        agent.id,
        agent.name,
        protocolText(agent),
        isProgram(agent) ? null : agent.url,
        agent.description,
        csvTime(contact?.at),
        contact === null ? null : String(contact.ok),
        detail === null ? null : storedReason(detail, contact?.statement),
      ];
    }),
  );

const startLink = (agent: Agent) => (
  <Link className="button" search={{ start: true, with: agent.id }} to="/tasks">
    {agentsText.startTask}
  </Link>
);

const pageLink = (agent: Agent, name: string) => (
  <Link params={{ agentId: agent.id }} to="/agents/$agentId">
    {name}
  </Link>
);

/** The directory of agents. */
export function AgentsPage() {
  const agents = useAgents();
  const me = useMe().data;
  const mayEdit = may(me, 'administer');
  const mayStart = may(me, 'work');
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const [chosen, setEditing] = useState<{ agent: Agent | null } | null>(null);
  // `?add` opens the dialog, so that other pages can lead to it.
  const editing = chosen ?? (search['add'] === undefined || !mayEdit ? null : { agent: null });
  const close = () => {
    setEditing(null);
    if (search['add'] !== undefined) void navigate({ to: '/agents', search: {}, replace: true });
  };
  const [removing, setRemoving] = useState<Agent | null>(null);
  const { call } = useClient().api;
  const again = useReadAgain('/api/agents');
  const hasPart = useHasPart();
  const action = useAction();
  const askAgain = async (agentId: string, tool: string) => {
    await action.run(() =>
      call('DELETE /api/agents/:id/dismissed-tools', { params: { id: agentId }, query: { tool } }),
    );
    // Another operator may have been faster: the list shows the current state.
    await again();
  };
  useCrumbs([{ label: agentsText.title }]);
  return (
    <div className="full-height column">
      <div className="line-below page-head spread controls-grow-on-phone row-loose">
        <h1 className="unseen-on-phone">{agentsText.title}</h1>
        <div className="row grows-on-phone wraps-on-phone">
          {hasPart('tools') ? (
            <Link className="button" params={{ view: 'signifiers' }} to="/agents/registry/$view">
              {agentsText.affordances}
            </Link>
          ) : null}
          {hasPart('registry') ? (
            <Link className="button" to="/agents/registry/services">
              {agentsText.registry}
            </Link>
          ) : null}
          {agents.data === undefined || agents.data.length === 0 ? null : (
            <CsvButton name="agents" table={() => agentsCsv(agents.data)} />
          )}
          {mayEdit ? (
            <Button icon={Plus} onClick={() => setEditing({ agent: null })}>
              {agentsText.add}
            </Button>
          ) : null}
        </div>
      </div>
      <div className="page-body scroll-area">
        {agents.isPending ? <Skeleton rows={4} /> : null}
        {agents.isError ? (
          <ErrorPanel
            detail={errorText(agents.error)}
            onRetry={() => void agents.refetch()}
            title={agentsText.failed}
          />
        ) : null}
        {action.failure === null ? null : (
          <ErrorPanel
            detail={errorText(action.failure)}
            onRetry={action.clear}
            title={agentsText.askAgainFailed}
          />
        )}
        {agents.data?.length === 0 ? (
          <EmptyState title={agentsText.none}>{agentsText.noneDetail}</EmptyState>
        ) : null}
        <AgentList
          agents={agents.data ?? []}
          mayEdit={mayEdit}
          onEdit={(agent) => setEditing({ agent })}
          onRemove={setRemoving}
          onAskAgain={(agent, tool) => void askAgain(agent.id, tool)}
          mayStart={mayStart}
          pageLink={pageLink}
          startLink={mayStart ? startLink : () => null}
        />
      </div>
      <EditAgent editing={editing} onClose={close} />
      <RemoveAgent agent={removing} onClose={() => setRemoving(null)} />
    </div>
  );
}

function RemoveAgent({ agent, onClose }: { agent: Agent | null; onClose: () => void }) {
  const change = useChange();
  const [failure, setFailure] = useState<string | null>(null);
  const close = () => {
    setFailure(null);
    onClose();
  };
  const remove = async (id: string) => {
    try {
      await change('DELETE /api/agents/:id', { params: { id } });
      close();
    } catch (error) {
      setFailure(errorText(error));
    }
  };
  return (
    <Dialog
      description={agentsText.removeDetail}
      footer={
        <>
          <DialogCancel />
          <Button onClick={() => agent && void remove(agent.id)} variant="danger">
            {agentsText.removeYes}
          </Button>
        </>
      }
      onOpenChange={(open) => open || close()}
      open={agent !== null}
      title={agentsText.removeAsk(agent?.name ?? '')}
    >
      {failure === null ? null : (
        <Banner role="alert" tone="fail">
          <b className="strong">{agentsText.removeFailed}</b>
          <p className="small">{failure}</p>
        </Banner>
      )}
    </Dialog>
  );
}
