import { TriangleAlert } from 'lucide-react';
import { commonText, rulesText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Icon } from '../../ui/icon.tsx';

interface UnknownAgentProps {
  agentId: string;
  /** Those that are registered; undefined = not known yet. */
  agents: readonly { id: string }[] | undefined;
}

/**
 * Reports that a rule answers nothing, because no registered agent has the id it names: the agent was removed, or the rule was made
 * when claimed names still counted as agents.
 */
export function UnknownAgent({ agentId, agents }: UnknownAgentProps) {
  if (agents === undefined || agents.some(({ id }) => id === agentId)) return null;
  return (
    <p className="row-tight at-top small reading-width breakable">
      <Icon of={TriangleAlert} small tone="need" />
      <span>
        <b className="strong">{text.matchesNothing(visibleText(agentId))}</b>
        {commonText.gap}
        {text.matchesNothingWhy}
      </span>
    </p>
  );
}
