import { useState } from 'react';
import type { MemoryValues } from '../../../live/knowledge-types.ts';
import { memoryText as text } from '../../../text/knowledge.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Button } from '../../../ui/button.tsx';
import { useTyped } from '../../../ui/hooks/use-typed.ts';
import { MiniSelect } from '../../../ui/select.tsx';
import { isFiltered, noFilter } from './memory-filter.ts';

type Given = Readonly<Record<string, string>>;
interface MemoryFiltersProps {
  given: Given;
  onChange: (changes: Given) => void;
  values: MemoryValues | undefined;
}

const wordsFor = (words: Readonly<Record<string, string>>) => [
  { value: '', label: text.any },
  ...Object.entries(words).map(([value, label]) => ({ value, label })),
];
const selects = [
  { name: 'type', label: text.type, options: wordsFor(text.types) },
  { name: 'layer', label: text.layer, options: wordsFor(text.layers) },
  { name: 'importance', label: text.importance, options: wordsFor(text.importances) },
  { name: 'status', label: text.status, options: wordsFor(text.statuses) },
  { name: 'origin', label: text.origin, options: wordsFor(text.origins) },
  { name: 'time', label: text.time, options: wordsFor(text.times) },
];

/** Words, and one value of each kind. Those that are rarely needed are shown on request, and while they leave something out. */
export function MemoryFilters({ given, onChange, values }: MemoryFiltersProps) {
  const [showsAll, setShowsAll] = useState(false);
  const agents = values?.agents ?? [];
  const tags = values?.tags ?? [];
  const words = useTyped(given['words'] ?? '', (typed) => onChange({ words: typed }));
  const isShown = (name: string) => showsAll || name === 'type' || (given[name] ?? '') !== '';
  return (
    <search className="line-below row-wrap rigid toolbar knowledge-filters">
      <input
        aria-label={text.find}
        className="input"
        placeholder={text.find}
        type="search"
        {...words}
      />
      <MiniSelect
        label={text.agent}
        onChange={(agent) => onChange({ agent })}
        options={[
          { value: '', label: text.any },
          ...agents.map(({ id, name }) => ({ value: id, label: visibleText(name) })),
        ]}
        value={given['agent'] ?? ''}
      />
      {selects
        .filter(({ name }) => isShown(name))
        .map(({ name, label, options }) => (
          <MiniSelect
            key={name}
            label={label}
            onChange={(value) => onChange({ [name]: value })}
            options={options}
            value={given[name] ?? ''}
          />
        ))}
      {tags.length === 0 || !isShown('tag') ? null : (
        <MiniSelect
          label={text.tag}
          onChange={(tag) => onChange({ tag })}
          options={[
            { value: '', label: text.any },
            ...tags.map(({ tag }) => ({ value: tag, label: visibleText(tag) })),
          ]}
          value={given['tag'] ?? ''}
        />
      )}
      <Button
        aria-expanded={showsAll}
        onClick={() => setShowsAll((shows) => !shows)}
        small
        variant="ghost"
      >
        {showsAll ? text.fewerFilters : text.moreFilters}
      </Button>
      {isFiltered(given) ? (
        <Button onClick={() => onChange(noFilter)} small variant="ghost">
          {text.clear}
        </Button>
      ) : null}
    </search>
  );
}
