import type { Agent } from '@countersign/api/agent';
import {
  Bot,
  Check,
  CircleCheck,
  CircleHelp,
  Minus,
  OctagonX,
  Pencil,
  Trash2,
  Undo2,
  UserRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { LiveTime } from '../../live/live-time.tsx';
import { agentsText } from '../../text/agents.ts';
import { AgentAvatar } from '../../ui/avatar.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { visibleText } from '../../ui/visible-text.ts';

const words = agentsText;
const abilities = ['pause', 'resume', 'stop', 'feedback'] as const;

interface AgentListProps {
  agents: readonly Agent[];
  /** May this operator change the directory? */
  mayEdit: boolean;
  /** May this operator start tasks, and say what is asked about? */
  mayStart: boolean;
  startLink: (agent: Agent) => ReactNode;
  onEdit: (agent: Agent) => void;
  onRemove: (agent: Agent) => void;
  onAskAgain: (agent: Agent, tool: string) => void;
}

/** Every agent: where it is, what it can do, when it last answered. */
export function AgentList(props: AgentListProps) {
  const { agents, mayEdit, mayStart, startLink, onEdit, onRemove, onAskAgain } = props;
  return (
    <ul className="agents">
      {agents.map((agent) => (
        <li className="agent" id={`agent-${agent.id}`} key={agent.id} tabIndex={-1}>
          <AgentAvatar name={agent.name} />
          <div className="agent-w">
            <div className="row">
              <h2 className="cut" dir="auto">
                {visibleText(agent.name)}
              </h2>
              <code className="m cut">{agent.id}</code>
              <span className="tag">{protocolWords(agent)}</span>
              {agent.startedBy === undefined ? null : (
                <span className="tag row-s">
                  <Icon of={agent.startedBy === 'people' ? UserRound : Bot} small />
                  {words.startedBy[agent.startedBy]}
                </span>
              )}
              {agent.source === 'config' ? (
                <span className="m s cut desk-only">{words.fromConfig}</span>
              ) : null}
            </div>
            {agent.description === null ? null : (
              <p className="agent-d" dir="auto">
                {visibleText(agent.description)}
              </p>
            )}
            <div className="agent-l s">
              <code className="m cut">{agent.url}</code>
              <Contact contact={agent.lastContact} />
            </div>
            {agent.secretLost ? (
              <p className="row-s s agent-bad">
                <Icon of={OctagonX} small tone="fail" />
                {words.secretLost}
              </p>
            ) : null}
            <Abilities agent={agent} />
            <DismissedTools agent={agent} mayStart={mayStart} onAskAgain={onAskAgain} />
          </div>
          <div className="agent-b">
            {startLink(agent)}
            {mayEdit && agent.source === 'api' ? (
              <>
                <IconButton
                  icon={Pencil}
                  label={`${words.edit} ${agent.name}`}
                  onClick={() => onEdit(agent)}
                />
                <IconButton
                  icon={Trash2}
                  label={`${words.remove} ${agent.name}`}
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

/** What it was declared as, else what its events showed. */
function protocolWords({ protocol, spoke }: Agent): string {
  if (protocol !== 'detect') return words.protocols[protocol] ?? protocol;
  return spoke === null ? words.notHeard : words.detected(words.protocols[spoke] ?? spoke);
}

function Contact({ contact }: { contact: Agent['lastContact'] }) {
  if (contact === null) {
    return (
      <span className="row-s m">
        <Icon of={CircleHelp} small />
        {words.never}
      </span>
    );
  }
  return (
    <span className="row-s">
      <Icon of={contact.ok ? CircleCheck : OctagonX} small tone={contact.ok ? 'done' : 'fail'} />
      <span className={contact.ok ? undefined : 'agent-bad'}>
        {contact.ok ? words.ok : words.bad}
      </span>
      <span className="m">
        <LiveTime as="ago" at={contact.at} />
      </span>
      {contact.detail === null ? null : (
        <span className="m cut" title={contact.detail} dir="auto">
          {visibleText(contact.detail)}
        </span>
      )}
    </span>
  );
}

/** Tools whose calls are shown without a question, each to be asked about again. */
function DismissedTools({
  agent,
  mayStart,
  onAskAgain,
}: Pick<AgentListProps, 'mayStart' | 'onAskAgain'> & { agent: Agent }) {
  const tools = agent.dismissedTools ?? [];
  if (tools.length === 0) return null;
  return (
    <ul className="agent-c s" aria-label={words.dismissed}>
      <li className="m" aria-hidden>
        {words.dismissed}
      </li>
      {tools.map(({ tool, name }) => (
        <li key={tool} title={words.dismissedBy(visibleText(name))}>
          <code className="cut">{visibleText(tool)}</code>
          {mayStart && (
            <IconButton
              icon={Undo2}
              label={words.askAgain(visibleText(tool))}
              onClick={() => onAskAgain(agent, tool)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

/** What an agent cannot do is said, not hidden. */
function Abilities({ agent }: { agent: Agent }) {
  return (
    <ul className="agent-c s">
      {abilities.map((ability) => {
        const can =
          ability === 'feedback' ? agent.takesFeedback : agent.controlActions.includes(ability);
        return (
          <li
            className={can ? undefined : 'm'}
            key={ability}
            title={can ? undefined : words.cannot[ability]}
          >
            <Icon of={can ? Check : Minus} small tone={can ? 'done' : undefined} />
            {words.can[ability]}
            {can ? null : <span className="sr">: {words.cannot[ability]}</span>}
          </li>
        );
      })}
    </ul>
  );
}
