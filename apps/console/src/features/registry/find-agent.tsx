import type { RegisteredService, RegistryHits } from '@countersign/api/registry';
import { type ReactNode, useState } from 'react';
import { errorText } from '../../live/problem-text.ts';
import { useRoute } from '../../live/use-route.ts';
import { registryText } from '../../text/registry.ts';
import { commonText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { foreignWords } from '../../ui/texts/foreign-words.tsx';
import { HealthBadge, protocolOf } from './service-facts.tsx';

const text = registryText.find;

interface FindAgentProps {
  /** What is looked for; `''` = nothing yet. */
  query: string;
  onFind: (query: string) => void;
  link: (service: RegisteredService) => ReactNode;
}

/** Agents by what they can do, in plain words; each hit says why it was found. */
export function FindAgent({ query, onFind, link }: FindAgentProps) {
  const [words, setWords] = useState(query);
  const [asked, setAsked] = useState(query);
  // The address has changed: what is in the box is what was searched.
  if (asked !== query) {
    setAsked(query);
    setWords(query);
  }
  const search = useRoute(
    'POST /api/registry/search',
    { body: { query } },
    { enabled: query !== '', staleTime: 5_000 },
  );
  return (
    <div className="scroll-area">
      <div className="registry-find page-part stack-wide">
        <form
          className="row-wrap at-bottom"
          onSubmit={(event) => {
            event.preventDefault();
            onFind(words.trim());
          }}
        >
          <Field label={text.label}>
            {(ids) => (
              <Input
                {...ids}
                maxLength={2_000}
                onChange={(event) => setWords(event.target.value)}
                placeholder={text.example}
                value={words}
              />
            )}
          </Field>
          <Button aria-busy={search.isFetching} type="submit" variant="primary">
            {text.submit}
          </Button>
        </form>
        <p className="small muted" role="status">
          {text.meaning[search.data?.meaning ?? 'off']}
        </p>
        {query === '' ? (
          <EmptyState title={text.start}>{text.startDetail}</EmptyState>
        ) : search.isPending ? (
          <Skeleton rows={3} />
        ) : search.isError ? (
          <ErrorPanel
            detail={errorText(search.error)}
            onRetry={() => void search.refetch()}
            title={text.failed}
          />
        ) : (
          <Hits hits={search.data.items} link={link} />
        )}
      </div>
    </div>
  );
}

function Hits({ hits, link }: { hits: RegistryHits['items'] } & Pick<FindAgentProps, 'link'>) {
  if (hits.length === 0) return <EmptyState title={text.none}>{text.noneDetail}</EmptyState>;
  return (
    <>
      <p className="small muted" role="status">
        {text.count(hits.length)}
      </p>
      <ol className="line-above">
        {hits.map((hit) => (
          <Hit hit={hit} key={hit.service.id} link={link} />
        ))}
      </ol>
    </>
  );
}

function Hit({ hit, link }: { hit: RegistryHits['items'][number] } & Pick<FindAgentProps, 'link'>) {
  const { service, description, score, reasons, registry, stale, method } = hit;
  return (
    <li className="soft-line-below stack-tight list-line">
      <div className="row-wrap">
        <h2 className="truncate" dir="auto" lang="">
          {registry === null ? link(service) : visibleText(service.name)}
        </h2>
        <span className="fine-print nowrap rounded-small tag-box">{protocolOf(service)}</span>
        <HealthBadge health={service.health} />
        {registry === null ? null : (
          <span className="small muted">
            {text.at(visibleText(registry))}
            {stale ? ` · ${text.stale}` : null}
          </span>
        )}
        <span className="nowrap row to-end">
          <span className="small muted">
            {method === 'embedding' ? text.byMeaning : text.byWords}
          </span>
          <b className="strong tabular">{text.score(score)}</b>
        </span>
      </div>
      {description === '' ? null : (
        <p className="breakable" dir="auto" lang="">
          {visibleText(description)}
        </p>
      )}
      <ul aria-label={text.reasons} className="small muted breakable">
        {reasons.length === 0 ? <li>{text.similar}</li> : null}
        {reasons.map(({ field, text: words }) => (
          <li dir="auto" key={field}>
            {commonText.pair(registryText.fields[field], '')}
            {foreignWords(words)}
          </li>
        ))}
      </ul>
    </li>
  );
}
