import { auditKinds } from '@countersign/api/records/audit';
import { Search, X } from 'lucide-react';
import { auditText as text } from '../../text/audit.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Button } from '../../ui/button.tsx';
import { useTyped } from '../../ui/hooks/use-typed.ts';
import { Icon } from '../../ui/icon.tsx';
import { MiniSelect } from '../../ui/select.tsx';
import { type AuditSearch, spans } from './audit-search.ts';

interface AuditFiltersProps {
  search: AuditSearch;
  agents: readonly { id: string; name: string }[];
  shown: number;
  hasMore: boolean;
  onChange: (change: AuditSearch) => void;
}

/** What the audit is filtered by; all of it is in the address. */
export function AuditFilters({ search, agents, shown, hasMore, onChange }: AuditFiltersProps) {
  const { q = '', kind = '', agent = '', since = '', who, tool } = search;
  const set = (change: Partial<Record<keyof AuditSearch, string | undefined>>) =>
    onChange({ ...search, ...change } as AuditSearch);
  const typed = useTyped(q, (value) => set({ q: value }));
  const isFiltered = [q, kind, agent, since, who ?? '', tool ?? ''].some((value) => value !== '');
  return (
    <search className="line-below audit-filters row-wrap">
      <label className="rounded audit-find row-close muted">
        <Icon of={Search} small />
        <span className="visually-hidden">{text.find}</span>
        <input className="bare-input" placeholder={text.find} type="search" {...typed} />
      </label>
      <MiniSelect
        label={text.when}
        onChange={(value) => set({ since: value })}
        options={[
          { value: '', label: text.anyTime },
          ...spans.map((span) => ({ value: span, label: text.times[span] })),
        ]}
        value={since}
      />
      <MiniSelect
        label={text.kind}
        onChange={(value) => set({ kind: value })}
        options={[
          { value: '', label: text.anyKind },
          ...auditKinds.map((one) => ({ value: one, label: text.kinds[one] })),
        ]}
        value={kind}
      />
      <MiniSelect
        label={text.connection}
        onChange={(value) => set({ agent: value })}
        options={[
          { value: '', label: text.anyConnection },
          ...agents.map(({ id, name }) => ({ value: id, label: visibleText(name) })),
        ]}
        value={agent}
      />
      {who === undefined ? null : (
        <Chip onDrop={() => set({ who: undefined })} words={text.person(visibleText(who))} />
      )}
      {tool === undefined ? null : (
        <Chip onDrop={() => set({ tool: undefined })} words={text.tool(visibleText(tool))} />
      )}
      {isFiltered ? (
        <Button onClick={() => onChange({})} variant="ghost">
          {text.clear}
        </Button>
      ) : null}
      <span className="small muted tabular to-end" role="status">
        {text.count(shown, hasMore)}
      </span>
    </search>
  );
}

/** A filter that was chosen from an entry. */
function Chip({ words, onDrop }: { words: string; onDrop: () => void }) {
  return (
    <Button icon={X} onClick={onDrop} small title={text.drop}>
      {words}
    </Button>
  );
}
