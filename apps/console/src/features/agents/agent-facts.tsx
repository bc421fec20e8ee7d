import type { Agent } from '@countersign/api/agent';
import { Check, CircleCheck, CircleHelp, Minus, OctagonX, Undo2 } from 'lucide-react';
import { LiveTime } from '../../live/session/live-time.tsx';
import { storedReason } from '../../text/statements/stored-reason.ts';
import { agentsText, commonText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ofProtocol } from './of-protocol.ts';

const words = agentsText;
const abilities = ['pause', 'resume', 'stop', 'feedback'] as const;

/** It asks through this server's own interface: it has no address, and nobody calls it. */
export const isProgram = ({ source }: Pick<Agent, 'source'>): boolean =>
  source === 'mcp' || source === 'http';

/** What it was declared as, else what its events showed. */
export function protocolText({
  protocol,
  spoke,
  protocolNames: names,
}: Pick<Agent, 'protocol' | 'spoke' | 'protocolNames'>): string {
  if (protocol !== 'detect') return ofProtocol(protocol, 'name', names?.protocol ?? protocol);
  if (spoke === null) return words.protocolUnknown;
  return words.detected(ofProtocol(spoke, 'name', names?.spoke ?? spoke));
}

export function Contact({ contact }: { contact: Agent['lastContact'] }) {
  if (contact === null) {
    return (
      <span className="row-tight muted">
        <Icon of={CircleHelp} small />
        {words.never}
      </span>
    );
  }
  const detail = contact.detail === null ? null : storedReason(contact.detail, contact.statement);
  return (
    <span className="row-tight">
      <Icon of={contact.ok ? CircleCheck : OctagonX} small tone={contact.ok ? 'done' : 'fail'} />
      <span className={contact.ok ? undefined : 'fault'}>{contact.ok ? words.ok : words.bad}</span>
      <span className="muted">
        <LiveTime as="ago" at={contact.at} />
      </span>
      {detail === null ? null : (
        <span className="muted truncate" title={detail} dir="auto">
          {detail}
        </span>
      )}
    </span>
  );
}

/** Tools whose calls are shown without a question, each to be asked about again. */
export function DismissedTools({
  agent,
  mayStart,
  onAskAgain,
}: {
  agent: Agent;
  /** Whether this operator may change what is asked about. */
  mayStart: boolean;
  onAskAgain: (agent: Agent, tool: string) => void;
}) {
  const tools = agent.dismissedTools ?? [];
  if (tools.length === 0) return null;
  return (
    <ul className="running agent-capabilities small" aria-label={words.dismissed}>
      <li className="muted" aria-hidden>
        {words.dismissed}
      </li>
      {tools.map(({ tool, name }) => (
        <li key={tool} title={words.dismissedBy(visibleText(name))}>
          <code className="truncate" dir="auto" lang="">
            {visibleText(tool)}
          </code>
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

/** What an agent cannot do is shown, not hidden. */
export function Abilities({ agent }: { agent: Agent }) {
  return (
    <ul className="running agent-capabilities small">
      {abilities.map((ability) => {
        const can =
          ability === 'feedback' ? agent.takesFeedback : agent.controlActions.includes(ability);
        return (
          <li
            className={can ? undefined : 'muted'}
            key={ability}
            title={can ? undefined : words.cannot[ability]}
          >
            <Icon of={can ? Check : Minus} small tone={can ? 'done' : undefined} />
            {words.can[ability]}
            {can ? null : (
              <span className="visually-hidden">
                {commonText.colon}
                {words.cannot[ability]}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
