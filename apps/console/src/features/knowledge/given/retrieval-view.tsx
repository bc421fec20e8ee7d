import type { RouteAnswer, RouteBody } from '@countersign/api/routes';
import { useState } from 'react';
import { useRoute } from '../../../live/use-route.ts';
import { memoryText, retrievalText as text } from '../../../text/knowledge.ts';
import { commonText } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { MiniSelect } from '../../../ui/select.tsx';
import { ReasonText } from '../../../ui/texts/reason-text.tsx';
import { AgentLabel, MemoryLink } from '../links.tsx';
import { Reading } from '../list-parts.tsx';
import { TypeMark } from '../memories/memory-facts.tsx';
import { useFilter } from '../use-filter.ts';
import './retrieval-view.css';

/** What was found in one way. */
type ModeResult = RouteAnswer<'POST /api/knowledge/retrieval'>['modes'][number];
type Hit = ModeResult['hits'][number];

const typesFor = [
  { value: '', label: memoryText.any },
  ...Object.entries(memoryText.types).map(([value, label]) => ({ value, label })),
];
const isType = (value: string | undefined): value is Hit['memory']['type'] =>
  value !== undefined && Object.hasOwn(memoryText.types, value);

type Asked = Record<'q' | 'type' | 'weight' | 'depth' | 'anchor', string>;

function useRetrieval({ q, type, weight, depth, anchor }: Asked) {
  const body: RouteBody<'POST /api/knowledge/retrieval'> = {
    ...{ query: q, importanceWeight: Number(weight), depth: Number(depth) },
    modes: ['exact', 'semantic', 'temporal', 'associative'],
    filter: isType(type) ? { types: [type] } : {},
    anchors: anchor === '' ? [] : [anchor],
  };
  const isAsked = q !== '' || anchor !== '';
  return useRoute('POST /api/knowledge/retrieval', { body }, { enabled: isAsked });
}

/** The four ways of searching side by side, with scores and reasons. The address has the question: it can be shared. */
export function RetrievalView() {
  const [given, change] = useFilter();
  const { q = '', type = '', weight = '1', depth = '2', anchor = '' } = given;
  const [words, setWords] = useState(q);
  const [around, setAround] = useState(anchor);
  // The boxes show what was searched, also after a link to another question.
  const [shown, setShown] = useState({ q, anchor });
  if (shown.q !== q || shown.anchor !== anchor) {
    setShown({ q, anchor });
    setWords(q);
    setAround(anchor);
  }
  const search = useRetrieval({ q, type, weight, depth, anchor });
  const isAsked = q !== '' || anchor !== '';
  return (
    <div className="scroll-area knowledge-body large-boxes-on-phone stack-wide knowledge-page retrieval">
      <p className="muted knowledge-lead">{text.lead}</p>
      <form
        className="row-wrap at-bottom retrieval-form"
        onSubmit={(event) => {
          event.preventDefault();
          change({ q: words.trim(), anchor: around.trim() });
        }}
      >
        <Field className="retrieval-words" label={text.query}>
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
        <Field className="retrieval-anchor" label={text.anchor}>
          {(ids) => (
            <Input
              {...ids}
              maxLength={200}
              onChange={(event) => setAround(event.target.value)}
              title={text.anchorHelp}
              value={around}
            />
          )}
        </Field>
        <Button busy={search.isFetching} type="submit" variant="primary">
          {text.submit}
        </Button>
      </form>
      <div className="row-wrap">
        <MiniSelect
          label={memoryText.type}
          onChange={(next) => change({ type: next })}
          options={typesFor}
          value={type}
        />
        <MiniSelect
          label={text.weight}
          onChange={(next) => change({ weight: next === '1' ? '' : next })}
          options={Object.entries(text.weights).map(([value, label]) => ({ value, label }))}
          value={weight}
        />
        <MiniSelect
          label={text.depth}
          onChange={(next) => change({ depth: next === '2' ? '' : next })}
          options={['1', '2', '3', '4'].map((value) => ({ value, label: value }))}
          value={depth}
        />
        {search.data === undefined ? null : (
          <span className="small muted tabular" role="status">
            {text.size(search.data.size)}
          </span>
        )}
      </div>
      {isAsked ? (
        <Reading of={search} title={text.failed}>
          <div className="retrieval-modes">
            {search.data?.modes.map((mode) => (
              <Mode key={mode.mode} model={search.data.model} result={mode} />
            ))}
          </div>
        </Reading>
      ) : (
        <EmptyState title={text.start}>{text.startDetail}</EmptyState>
      )}
    </div>
  );
}

function Mode({ result, model }: { result: ModeResult; model: string | null }) {
  const { mode, hits, tookMs } = result;
  const isSemantic = mode === 'semantic';
  return (
    <section aria-label={text.modes[mode]} className="stack retrieval-mode">
      <div className="row">
        <h2>{text.modes[mode]}</h2>
        <span className="small muted tabular to-end">
          {text.found(hits.length)} · {text.took(tookMs)}
        </span>
      </div>
      <p className="small muted">
        {text.modeDetail[mode]}
        {isSemantic ? (
          <b className="strong ink block">
            {model === null ? text.lexical : text.byModel(visibleText(model))}
          </b>
        ) : null}
      </p>
      {hits.length === 0 ? <p className="muted">{text.nothing}</p> : null}
      <ol>
        {hits.map((hit) => (
          <FoundMemory hit={hit} key={hit.memory.id} />
        ))}
      </ol>
    </section>
  );
}

function FoundMemory({ hit }: { hit: Hit }) {
  const { memory, score, relevance, fields, path } = hit;
  const shown = fields.filter(({ snippet }) => snippet !== '').slice(0, 3);
  return (
    <li className="soft-line-above stack-tight retrieval-hit">
      <div className="row">
        <TypeMark type={memory.type} />
        <MemoryLink className="truncate" memory={memory} />
        <b className="strong tabular to-end" title={text.relevance(relevance)}>
          {text.score(score)}
        </b>
      </div>
      <span aria-hidden="true" className="score-bar">
        <span style={{ width: `${String(Math.round(score * 100))}%` }} />
      </span>
      <p className="small breakable">
        <ReasonText english={hit.reason} statement={hit.reasonStatement} />
        {commonText.gap}
        <span className="muted">{text.by(text.methods[hit.method])}</span>
      </p>
      {shown.map(({ field, snippet }) => (
        <p className="small muted breakable" key={field}>
          <code>{visibleText(field)}</code> <bdi lang="">{visibleText(snippet)}</bdi>
        </p>
      ))}
      {path.length < 2 ? null : (
        <p className="small muted breakable">
          {text.via}{' '}
          {path.map((id, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a way may cross a memory twice.
            <span key={index}>
              {index === 0 ? '' : ' → '}
              <code>{visibleText(id)}</code>
            </span>
          ))}
        </p>
      )}
      <span className="small muted">
        <AgentLabel id={memory.agent} />
      </span>
    </li>
  );
}
