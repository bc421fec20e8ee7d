import type { ReactNode } from 'react';
import type { KnowledgeFigures } from '../../../live/knowledge-types.ts';
import { useRoute } from '../../../live/use-route.ts';
import { figure } from '../../../text/count.ts';
import { givenText, memoryText, effectText as text } from '../../../text/knowledge.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { AgentLabel, MemoryLink, ViewLink } from '../links.tsx';
import { Reading } from '../list-parts.tsx';
import './effect-panel.css';

type Effects = KnowledgeFigures['effects'];
const order = [
  ['notAsked', 'not-asked', 'done'],
  ['prefilled', 'prefilled', 'run'],
  ['askedAgain', 'asked-again', 'need'],
] as const;

/** What corrections have changed, in figures. */
export function EffectPanel() {
  const figures = useRoute('GET /api/knowledge/figures', {});
  return (
    <Reading of={figures}>
      {figures.data === undefined ? null : <Figures figures={figures.data} />}
    </Reading>
  );
}

function Figures({ figures }: { figures: KnowledgeFigures }) {
  const { effects, corrections } = figures;
  const all = effects.notAsked + effects.prefilled + effects.askedAgain;
  return (
    <div className="stack effect">
      <section className="stack">
        <h2>{text.title}</h2>
        <p className="muted knowledge-lead">{text.lead}</p>
        {all === 0 ? (
          <EmptyState title={text.none}>{text.noneDetail}</EmptyState>
        ) : (
          <>
            <p className="confidence-figure">{text.saved(effects.notAsked + effects.prefilled)}</p>
            <EffectBar effects={effects} />
          </>
        )}
      </section>
      <dl className="figure-tiles">
        <Figure name={text.total} value={figures.total} />
        <Figure name={text.runs} value={figures.runs} />
        <Figure name={text.corrections} value={corrections.approved} words={text.approved} />
        <Figure name={text.corrections} value={corrections.pending} words={text.pending} />
        <Figure name={text.corrections} value={corrections.rejected} words={text.rejected} />
        <Figure name={text.shared} value={figures.shared} />
      </dl>
      <Waiting waiting={figures.waiting} />
      <Taught taught={figures.taught} />
      <div className="columns effect-bars">
        <Bars counts={figures.types} title={text.types} words={memoryText.types} />
        <Bars counts={figures.layers} title={text.layers} words={memoryText.layers} />
        <Bars counts={figures.origins} title={text.origins} words={memoryText.origins} />
      </div>
    </div>
  );
}

/** One bar of all questions, with a line for each part: colour is not the only carrier. */
function EffectBar({ effects }: { effects: Effects }) {
  const all = effects.notAsked + effects.prefilled + effects.askedAgain;
  return (
    <>
      <div aria-hidden="true" className="side-by-side clipped rounded effect-bar">
        {order.map(([name, , tone]) =>
          effects[name] === 0 ? null : (
            <span data-tone={tone} key={name} style={{ flexGrow: effects[name] }} />
          ),
        )}
      </div>
      <dl className="row-wrap effect-legend">
        {order.map(([name, effect, tone]) => (
          <div className="row-close" key={name}>
            <span aria-hidden="true" className="swatch effect-mark" data-tone={tone} />
            <dt title={givenText.effectDetail[effect]}>{givenText.effects[effect]}</dt>
            <dd className="tabular">
              <b className="strong">{figure(effects[name])}</b>{' '}
              <span className="small muted">{text.of(effects[name] / all, all)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Figure({ name, value, words }: { name: string; value: number; words?: string }) {
  return (
    <div>
      <dt className="small muted">{name}</dt>
      <dd>
        <b className="tabular">{figure(value)}</b>
        {words === undefined ? null : <span className="small muted"> {words}</span>}
      </dd>
    </div>
  );
}

const waits = [
  ['corrections', 'corrections', {}],
  ['extractions', 'extraction', {}],
  ['incoming', 'incoming', {}],
  ['questions', 'incoming', { show: 'questions' }],
] as const;

function Waiting({ waiting }: Pick<KnowledgeFigures, 'waiting'>) {
  return (
    <section className="stack">
      <h2>{text.waiting}</h2>
      <ul className="row-wrap effect-legend">
        {waits.map(([name, view, search]) => (
          <li key={name}>
            <ViewLink search={search} view={view}>
              {text.waits[name]} <b className="strong tabular">{figure(waiting[name])}</b>
            </ViewLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Taught({ taught }: Pick<KnowledgeFigures, 'taught'>) {
  const { taughtColumns: columns } = text;
  if (taught.length === 0) return null;
  return (
    <section className="stack">
      <h2>{text.taught}</h2>
      <table aria-label={text.taught} className="small data-table fixed-table taught-table">
        <thead>
          <tr>
            <th scope="col">{columns.name}</th>
            <th className="desk-only" scope="col">
              {columns.agent}
            </th>
            <th className="number" scope="col">
              {columns.given}
            </th>
            <th scope="col">{columns.effect}</th>
          </tr>
        </thead>
        <tbody>
          {taught.map((row) => (
            <tr key={row.id}>
              <td className="truncate">
                <MemoryLink memory={row} />
              </td>
              <td className="desk-only">
                <AgentLabel id={row.agent} />
              </td>
              <td className="number">{figure(row.given)}</td>
              <td>{text.taughtEffect(row.notAsked, row.prefilled, row.askedAgain)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Bars<Name extends string>({
  title,
  counts,
  words,
}: {
  title: ReactNode;
  counts: Readonly<Partial<Record<Name, number>>>;
  words: Readonly<Record<Name, string>>;
}) {
  const names = Object.keys(words) as Name[];
  const most = Math.max(1, ...names.map((name) => counts[name] ?? 0));
  return (
    <section className="stack">
      <h2>{title}</h2>
      <dl className="stack-close bar-list">
        {names.map((name) => (
          <div className="cells" key={name}>
            <dt>{words[name]}</dt>
            <dd className="row">
              <span
                aria-hidden="true"
                className="bar-fill"
                style={{ width: `${String(((counts[name] ?? 0) / most) * 100)}%` }}
              />
              <span className="tabular">{figure(counts[name] ?? 0)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
