import type { Lineage, LineageNode } from '@countersign/thread/lineage';
import { useMemo } from 'react';
import { lineageText as text } from '../../text/texts.ts';
import { Input } from '../../ui/input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import type { GraphFilter, VisibleGraph } from './visible-graph.ts';
import '../../ui/toolbar.css';
import { ChevronDown } from 'lucide-react';
import { visibleText } from '../../text/visible-text.ts';
import { AgentAvatar, PersonAvatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/overlays/menu.tsx';
import type { FoldBy } from './fold-branches.ts';
import { foldsOf } from './fold-branches.ts';

const foldings: readonly FoldBy[] = ['finished', 'runs', 'agents'];

interface FoldMenuProps {
  lineage: Lineage;
  filter: GraphFilter;
  onFilter: (filter: GraphFilter) => void;
}

/** Folds branches by what they are, and unfolds all. */
function FoldMenu({ lineage, filter, onFilter }: FoldMenuProps) {
  return (
    <Menu
      trigger={
        <button className="button button-small" type="button">
          {text.folds}
          <Icon of={ChevronDown} small />
        </button>
      }
    >
      {foldings.map((by) => (
        <MenuItem key={by} onSelect={() => onFilter({ ...filter, folded: foldsOf(lineage, by) })}>
          {text.foldBy[by]}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem
        disabled={filter.folded.size === 0}
        onSelect={() => onFilter({ ...filter, folded: new Set() })}
      >
        {text.unfoldAll}
      </MenuItem>
    </Menu>
  );
}

interface AgentChipsProps {
  lineage: Lineage;
  filter: GraphFilter;
  nameOf: (agentId: string) => string;
  onFilter: (filter: GraphFilter) => void;
}

/** Who is drawn: one chip for each agent and person of the task. */
function AgentChips({ lineage, filter, nameOf, onFilter }: AgentChipsProps) {
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

export type LineageMode = 'graph' | 'tree' | 'overview';

interface FilterBarProps {
  lineage: Lineage;
  graph: VisibleGraph;
  filter: GraphFilter;
  mode: LineageMode;
  nameOf: (agentId: string) => string;
  onFilter: (filter: GraphFilter) => void;
  onMode: (mode: LineageMode) => void;
}

const isKind = (value: string): value is LineageNode['kind'] =>
  text.kinds.some((kind) => kind.value === value);

/** Above the graph: which agents and kinds are drawn, a search, and how it is shown. */
export function FilterBar(props: FilterBarProps) {
  const { lineage, graph, filter, mode, nameOf, onFilter, onMode } = props;
  const states = useMemo(
    () =>
      [...new Set(lineage.nodes.flatMap(({ state }) => (state === null ? [] : [state])))].sort(),
    [lineage],
  );
  return (
    <div className="row-wrap rigid toolbar line-below">
      <AgentChips filter={filter} lineage={lineage} nameOf={nameOf} onFilter={onFilter} />
      <Select
        aria-label={text.kindLabel}
        onChange={(kind) => onFilter({ ...filter, kind: isKind(kind) ? kind : null })}
        options={text.kinds}
        placeholder={`${text.kindLabel} ${text.everyKind}`}
        value={filter.kind ?? ''}
      />
      <Select
        aria-label={text.stateLabel}
        onChange={(state) => onFilter({ ...filter, state: state === '' ? null : state })}
        options={states.map((state) => ({ value: state, label: text.state(state) }))}
        placeholder={`${text.stateLabel} ${text.everyState}`}
        value={filter.state ?? ''}
      />
      <Input
        aria-label={text.find}
        onChange={({ target }) => onFilter({ ...filter, query: target.value })}
        placeholder={text.findHint}
        type="search"
        value={filter.query}
      />
      <FoldMenu filter={filter} lineage={lineage} onFilter={onFilter} />
      <span className="grow" />
      <Shown graph={graph} lineage={lineage} />
      <Segmented
        label={text.views}
        onChange={onMode}
        options={[
          { value: 'graph', label: text.asGraph },
          { value: 'tree', label: text.asTree },
          { value: 'overview', label: text.asOverview },
        ]}
        value={mode}
      />
    </div>
  );
}

/** How much of it is drawn, and what is wrong with it. */
function Shown({ graph, lineage }: Pick<FilterBarProps, 'graph' | 'lineage'>) {
  const problems = lineage.orphans.length + lineage.cycles.length;
  return (
    <span className="muted tabular nowrap">
      {text.shown(graph.nodes.length, graph.total)}
      {graph.matching < graph.total ? `, ${text.matching(graph.matching)}` : ''}
      {problems > 0 ? `, ${text.problems(lineage.orphans.length, lineage.cycles.length)}` : ''}
    </span>
  );
}
