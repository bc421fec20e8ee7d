import type { Agent } from '@countersign/api/agent';
import { Bot, OctagonX, Pencil, Trash2, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { agentsText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { AgentAvatar } from '../../ui/avatar.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Abilities, Contact, DismissedTools, isProgram, protocolText } from './agent-facts.tsx';
import './agent-list.css';

const words = agentsText;

interface AgentListProps {
  agents: readonly Agent[];
  /** May this operator change the directory? */
  mayEdit: boolean;
  /** May this operator start tasks, and say what is asked about? */
  mayStart: boolean;
  startLink: (agent: Agent) => ReactNode;
  /** A link to all that is known of it. */
  pageLink: (agent: Agent, name: string) => ReactNode;
  onEdit: (agent: Agent) => void;
  onRemove: (agent: Agent) => void;
  onAskAgain: (agent: Agent, tool: string) => void;
}

/** Every agent: where it is, what it can do, when it last answered. */
export function AgentList(props: AgentListProps) {
  const { agents, mayEdit, mayStart, startLink, pageLink, onEdit, onRemove, onAskAgain } = props;
  return (
    <ul>
      {agents.map((agent) => (
        <li className="page-line soft-line-below agent stack" key={agent.id}>
          <AgentAvatar name={agent.name} />
          <div className="agent-words stack-tight">
            <div className="row">
              <h2 className="truncate" dir="auto">
                {pageLink(agent, visibleText(agent.name))}
              </h2>
              <code className="muted truncate">{agent.id}</code>
              <span className="fine-print nowrap rounded-small tag-box">{protocolText(agent)}</span>
              {agent.startedBy === undefined ? null : (
                <span className="fine-print nowrap rounded-small tag-box row-tight">
                  <Icon of={agent.startedBy === 'people' ? UserRound : Bot} small />
                  {words.startedBy[agent.startedBy]}
                </span>
              )}
              {agent.source === 'config' ? (
                <span className="muted small truncate desk-only">{words.fromConfig}</span>
              ) : null}
            </div>
            {agent.description === null ? null : (
              <p className="reading-width breakable" dir="auto" lang="">
                {visibleText(agent.description)}
              </p>
            )}
            <div className="agent-facts running small">
              {isProgram(agent) ? null : <code className="muted truncate">{agent.url}</code>}
              <Contact contact={agent.lastContact} />
            </div>
            {agent.secretLost ? (
              <p className="row-tight small fault">
                <Icon of={OctagonX} small tone="fail" />
                {words.secretLost}
              </p>
            ) : null}
            {agent.service === undefined ? null : (
              <p className="row-tight small muted">
                {agent.service === 'gone' ? <Icon of={OctagonX} small /> : null}
                {words.service[agent.service]}
              </p>
            )}
            <Abilities agent={agent} />
            <DismissedTools agent={agent} mayStart={mayStart} onAskAgain={onAskAgain} />
          </div>
          <div className="row-tight at-top agent-buttons">
            {isProgram(agent) || agent.protocol === 'mcp' ? null : startLink(agent)}
            {mayEdit && agent.source === 'api' ? (
              <>
                <IconButton
                  icon={Pencil}
                  label={words.edit(agent.name)}
                  onClick={() => onEdit(agent)}
                />
                <IconButton
                  icon={Trash2}
                  label={words.remove(agent.name)}
                  onClick={() => onRemove(agent)}
                />
              </>
            ) : null}
          </div>
        </li>
      ))}
    </ul>
  );
}
