import type { Agent } from '@countersign/api/agent';
import type { ReactNode } from 'react';
import { agentsText, commonText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Abilities, Contact, isProgram, protocolText } from './agent-facts.tsx';
import { isCommand } from './agent-form-data.ts';

const text = agentsText.page;

interface ConnectionFactsProps {
  agent: Agent;
  /** The connection that last used this agent's name, and where; null = none, undefined = not known yet. */
  through: ReactNode | null | undefined;
}

/** The address of an agent, its protocol, and its last contact: through its own connection, and through others. */
export function ConnectionFacts({ agent, through }: ConnectionFactsProps) {
  return (
    <dl className="agent-connection wide-below stack breakable">
      {isProgram(agent) ? null : (
        <>
          <dt>{text.address}</dt>
          <dd>
            <code dir="auto" lang="">
              {visibleText(agent.url)}
            </code>
          </dd>
        </>
      )}
      <dt>{text.protocol}</dt>
      <dd>{protocolText(agent)}</dd>
      <dt>{text.contact}</dt>
      <dd>
        <Contact contact={agent.lastContact} />
      </dd>
      {through === undefined ? null : (
        <>
          <dt>{text.through}</dt>
          <dd>{through ?? <span className="muted">{text.throughNone}</span>}</dd>
        </>
      )}
      <dt>{text.can}</dt>
      <dd>
        <Abilities agent={agent} />
      </dd>
      {agent.headerNames.length === 0 ? null : (
        <>
          <dt>{isCommand(agent) ? agentsText.form.variables : text.headers}</dt>
          <dd>{commonText.inRow(agent.headerNames)}</dd>
        </>
      )}
    </dl>
  );
}
