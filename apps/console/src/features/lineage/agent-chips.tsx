import type { Lineage } from '@countersign/thread/lineage';
import { useMemo } from 'react';
import { visibleText } from '../../text/visible-text.ts';
import { AgentAvatar, PersonAvatar } from '../../ui/avatar.tsx';
import type { GraphFilter } from './visible-graph.ts';

interface AgentChipsProps {
  lineage: Lineage;
  filter: GraphFilter;
  nameOf: (agentId: string) => string;
  onFilter: (filter: GraphFilter) => void;
}

/** Who is drawn: one chip for each agent and person of the task. */
export function AgentChips({ lineage, filter, nameOf, onFilter }: AgentChipsProps) {
  const agents = useMemo(
    () => [...new Set(lineage.nodes.map(({ agentId }) => agentId))].filter((id) => id !== ''),
    [lineage],
  );
  const toggle = (agentId: string) => {
    const withoutAgents = new Set(filter.withoutAgents);
    if (!withoutAgents.delete(agentId)) withoutAgents.add(agentId);
    onFilter({ ...filter, withoutAgents });
  };
  return (
    <div className="row-close scrolls lineage-agents">
      {agents.map((agentId) => (
        <button
          aria-pressed={!filter.withoutAgents.has(agentId)}
          className="row-inline rigid nowrap rounded filter-chip"
          key={agentId}
          onClick={() => toggle(agentId)}
          type="button"
        >
          {agentId.startsWith('operator:') ? (
            <PersonAvatar name={nameOf(agentId)} />
          ) : (
            <AgentAvatar name={nameOf(agentId)} />
          )}
          <span className="truncate" dir="auto" lang="">
            {visibleText(nameOf(agentId))}
          </span>
        </button>
      ))}
    </div>
  );
}
