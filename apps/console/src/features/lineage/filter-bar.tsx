import type { Lineage, LineageNode } from '@countersign/thread/lineage';
import { ChevronDown } from 'lucide-react';
import { useMemo } from 'react';
import { lineageText as text } from '../../text/lineage.ts';
import { visibleText } from '../../text/visible-text.ts';
import { AgentAvatar, PersonAvatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Input } from '../../ui/input.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { type FoldBy, foldsOf } from './fold-branches.ts';
import type { GraphFilter, VisibleGraph } from './visible-graph.ts';

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

const foldings: readonly FoldBy[] = ['finished', 'runs', 'agents'];

/** Over the graph: who and what is drawn, words to find, and how it is shown. */
export function FilterBar(props: FilterBarProps) {
  const { lineage, graph, filter, mode, nameOf, onFilter, onMode } = props;
  const agents = useMemo(
    () => [...new Set(lineage.nodes.map(({ agentId }) => agentId))].filter((id) => id !== ''),
    [lineage],
  );
  const states = useMemo(
    () =>
      [...new Set(lineage.nodes.flatMap(({ state }) => (state === null ? [] : [state])))].sort(),
    [lineage],
  );
  const toggle = (agentId: string) => {
    const withoutAgents = new Set(filter.withoutAgents);
    if (!withoutAgents.delete(agentId)) withoutAgents.add(agentId);
    onFilter({ ...filter, withoutAgents });
  };
  return (
    <div className="fbar">
      <div className="fbar-who">
        {agents.map((agentId) => (
          <button
            aria-pressed={!filter.withoutAgents.has(agentId)}
            className="chip"
            key={agentId}
            onClick={() => toggle(agentId)}
            type="button"
          >
            {agentId.startsWith('operator:') ? (
              <PersonAvatar name={nameOf(agentId)} />
            ) : (
              <AgentAvatar name={nameOf(agentId)} />
            )}
            <span className="cut" dir="auto">
              {visibleText(nameOf(agentId))}
            </span>
          </button>
        ))}
      </div>
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
        options={states.map((state) => ({ value: state, label: state }))}
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
      <Menu
        trigger={
          <button className="btn btn-small" type="button">
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
      <span className="grow" />
      <span className="m tn nowrap">
        {text.shown(graph.nodes.length, graph.total)}
        {graph.matching < graph.total ? `, ${text.matching(graph.matching)}` : ''}
        {lineage.orphans.length + lineage.cycles.length > 0
          ? `, ${text.problems(lineage.orphans.length, lineage.cycles.length)}`
          : ''}
      </span>
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
