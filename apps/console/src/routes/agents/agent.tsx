import type { Agent, AgentFigures } from '@countersign/api/agent';
import { may } from '@countersign/desk/permissions';
import { Link, useParams } from '@tanstack/react-router';
import { ClipboardCheck, Pencil } from 'lucide-react';
import { Suspense, useState } from 'react';
import { AgentCard } from '../../features/agents/agent-card.tsx';
import { DismissedTools } from '../../features/agents/agent-facts.tsx';
import { protocolOf } from '../../features/agents/agent-form-data.ts';
import { AgentTrial } from '../../features/agents/check/agent-trial.tsx';
import { ConnectionFacts } from '../../features/agents/connection-facts.tsx';
import { FigureList } from '../../features/agents/figure-list.tsx';
import { errorText } from '../../live/problem-text.ts';
import { useAgents, useMe } from '../../live/queries.ts';
import { useClient } from '../../live/session/client-context.tsx';
import { LiveTime } from '../../live/session/live-time.tsx';
import { useAction } from '../../live/use-action.ts';
import { useReadAgain, useRoute } from '../../live/use-route.ts';
import { agentsText, checkText, commonText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { AgentAvatar } from '../../ui/avatar.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { useCrumbs } from '../../ui/crumbs.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { filled } from '../../ui/filled.ts';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useNames } from '../use-names.ts';
import { AgentQuestions, AgentRules, AgentTasks } from './agent-lists.tsx';
import { EditAgent } from './edit-agent.tsx';
import '../../features/agents/agents.css';
import '../../features/agents/agent-page.css';

const text = agentsText.page;

/** With its forms: most agents offer nothing. */
const AgentOffers = lazyPart(async () => (await import('./agent-offers.tsx')).AgentOffers);

const CheckDialog = lazyPart(
  async () => (await import('../../features/agents/check/check-dialog.tsx')).CheckDialog,
);

/** All that is known of one agent. */
export function AgentPage() {
  const { agentId } = useParams({ from: '/frame/agents/$agentId' });
  const agents = useAgents();
  const agent = agents.data?.find(({ id }) => id === agentId);
  const title = agent === undefined ? agentId : visibleText(agent.name);
  useCrumbs([{ label: agentsText.title, to: '/agents' }, { label: title }]);
  if (agent !== undefined) return <Known agent={agent} />;
  if (agents.isPending) return <Skeleton rows={6} />;
  if (agents.isError) {
    return (
      <div className="full-height scrolls page">
        <ErrorPanel
          detail={errorText(agents.error)}
          onRetry={() => void agents.refetch()}
          title={agentsText.failed}
        />
      </div>
    );
  }
  return (
    <div className="full-height scrolls page">
      <div className="column at-top rounded empty">
        <h2>{text.notFound}</h2>
        <p className="small muted breakable">{text.notFoundDetail}</p>
        <Link className="button" to="/agents">
          {text.toAgents}
        </Link>
      </div>
    </div>
  );
}

function Known({ agent }: { agent: Agent }) {
  const me = useMe().data;
  const figures = useRoute('GET /api/agents/:id/figures', { params: { id: agent.id } });
  const [editing, setEditing] = useState(false);
  const isAdmin = may(me, 'administer');
  const mayStart = may(me, 'work');
  return (
    <div className="full-height column">
      <div className="line-below page-head spread controls-grow-on-phone row-loose wraps-on-phone agent-head">
        <div className="row wraps-on-phone">
          <AgentAvatar name={agent.name} />
          <h1 className="truncate" dir="auto" lang="">
            {visibleText(agent.name)}
          </h1>
          <code className="muted truncate">{agent.id}</code>
          {agent.startedBy === undefined ? null : (
            <span className="fine-print nowrap rounded-small tag-box">
              {agentsText.startedBy[agent.startedBy]}
            </span>
          )}
        </div>
        <div className="row rigid wraps-on-phone">
          {mayStart && agent.source !== 'mcp' && agent.protocol !== 'mcp' ? (
            <Link className="button" search={{ start: true, with: agent.id }} to="/tasks">
              {agentsText.startTask}
            </Link>
          ) : null}
          {isAdmin && agent.source === 'api' ? (
            <IconButton
              icon={Pencil}
              label={agentsText.edit(agent.name)}
              onClick={() => setEditing(true)}
            />
          ) : null}
        </div>
      </div>
      <div className="page-body scroll-area agent-page stack">
        {agent.description === null ? null : (
          <p className="reading-width breakable" dir="auto" lang="">
            {visibleText(agent.description)}
          </p>
        )}
        <section aria-label={text.figures}>
          {figures.isError ? (
            <ErrorPanel
              detail={errorText(figures.error)}
              onRetry={() => void figures.refetch()}
              title={text.figuresFailed}
            />
          ) : null}
          {figures.data === undefined ? null : <FigureList figures={figures.data} />}
        </section>
        <div className="columns">
          <section>
            <h2>{text.connection}</h2>
            <ConnectionFacts agent={agent} through={throughOf(figures.data)} />
            {agent.source === 'mcp' ? null : <Trial agent={agent} isAdmin={isAdmin} />}
          </section>
          <AgentCard agentId={agent.id} />
          {agent.protocol === 'mcp' ? (
            <Suspense fallback={<Skeleton rows={4} />}>
              <AgentOffers agent={agent} mayCall={mayStart} />
            </Suspense>
          ) : null}
          <section>
            <h2>{text.questions}</h2>
            <AgentQuestions agentId={agent.id} />
          </section>
          <section>
            <h2>{text.tasks}</h2>
            <AgentTasks agentId={agent.id} />
          </section>
          <section>
            <h2>{text.rules}</h2>
            <AgentRules agentId={agent.id} />
          </section>
          {agent.protocol === 'mcp' ? null : (
            <section>
              <h2>{text.toolsTitle}</h2>
              <Tools agent={agent} mayStart={mayStart} />
            </section>
          )}
        </div>
      </div>
      <EditAgent editing={editing ? { agent } : null} onClose={() => setEditing(false)} />
    </div>
  );
}

const throughOf = (figures: AgentFigures | undefined) =>
  figures === undefined ? undefined : figures.actedThrough === null ? null : (
    <Through {...figures.actedThrough} />
  );

/** Another agent claimed this; it is not verified. */
function Through({ agentId, taskId, at }: NonNullable<AgentFigures['actedThrough']>) {
  const { agentName } = useNames();
  return (
    <>
      {filled(
        text.throughOf,
        <Link params={{ agentId }} to="/agents/$agentId" dir="auto" lang="">
          {visibleText(agentName(agentId))}
        </Link>,
        <Link params={{ taskId }} to="/tasks/$taskId">
          {text.throughTask}
        </Link>,
        <LiveTime as="ago" at={at} />,
      )}
    </>
  );
}

function Trial({ agent, isAdmin }: { agent: Agent; isAdmin: boolean }) {
  const client = useClient();
  const [checking, setChecking] = useState(false);
  if (!isAdmin) return <p className="small muted">{text.testAdmin}</p>;
  return (
    <>
      <AgentTrial
        body={{ id: agent.id, url: agent.url, protocol: protocolOf(agent.protocol) }}
        test={(body) => client.api.call('POST /api/agents/test', { body })}
      />
      {agent.url.startsWith('stdio:') ? null : (
        <div className="row space-above">
          <Button icon={ClipboardCheck} onClick={() => setChecking(true)}>
            {checkText.open}
          </Button>
          <span className="small muted">{checkText.hint}</span>
        </div>
      )}
      {checking ? (
        <Suspense>
          <CheckDialog agent={agent} onClose={() => setChecking(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function Tools({ agent, mayStart }: { agent: Agent; mayStart: boolean }) {
  const { call } = useClient().api;
  const again = useReadAgain('/api/agents');
  const action = useAction();
  const declared = agent.tools ?? [];
  if (declared.length === 0 && (agent.dismissedTools ?? []).length === 0) {
    return <p className="muted">{text.noTools}</p>;
  }
  const askAgain = async (tool: string) => {
    await action.run(() =>
      call('DELETE /api/agents/:id/dismissed-tools', { params: { id: agent.id }, query: { tool } }),
    );
    // Another operator may have been faster: the list shows the current state.
    await again();
  };
  return (
    <>
      {declared.length === 0 ? null : (
        <p>
          <span className="muted">{text.declared}</span>
          {commonText.gap}
          <code>{commonText.inRow(declared.map(({ name }) => visibleText(name)))}</code>
        </p>
      )}
      <DismissedTools
        agent={agent}
        mayStart={mayStart}
        onAskAgain={(_, tool) => void askAgain(tool)}
      />
      {action.failure === null ? null : (
        <ErrorPanel
          detail={errorText(action.failure)}
          onRetry={action.clear}
          title={agentsText.askAgainFailed}
        />
      )}
    </>
  );
}
