import { useMemo, useState } from 'react';
import { streamText } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { JsonBox } from '../json-box.tsx';
import { fitInto, type GraphData, readGraph } from './graph-data.ts';
import { placeLabels } from './label-places.ts';
import { TableOutput } from './table-output.tsx';
import { useWidth } from './use-width.ts';

const words = streamText.output;
/** Ratio of height to width; a narrow map is a little higher, to have space for its text. */
const boxOf = (width: number) => ({
  width,
  height: Math.round(Math.max(width * 0.5625, Math.min(width, 240))),
  margin: 28,
});

/** A map drawn in the available pixels, so that its text keeps its size in a narrow place. */
function Drawing({ graph, title }: { graph: GraphData; title: string }) {
  const { ref, width } = useWidth(640);
  const box = useMemo(() => boxOf(width), [width]);
  const places = useMemo(() => fitInto(graph.points, box), [graph, box]);
  const labels = useMemo(
    () =>
      placeLabels(
        graph.points.flatMap(({ id, label, state }) => {
          const place = places.get(id);
          return state === 'plain' || place === undefined
            ? []
            : [{ id, label: visibleText(label), ...place }];
        }),
        graph.points.flatMap(({ id, state }) => (state === 'plain' ? (places.get(id) ?? []) : [])),
        box,
      ),
    [graph, places, box],
  );
  return (
    <div ref={ref}>
      <svg
        aria-label={title}
        className="block full-width"
        role="img"
        viewBox={`0 0 ${box.width} ${box.height}`}
      >
        {graph.links.map(({ from, to, label }) => {
          const [start, end] = [places.get(from.id), places.get(to.id)];
          if (start === undefined || end === undefined) return null;
          return (
            <line
              className="graph-edge"
              key={`${from.id}>${to.id}>${label}`}
              x1={start.x}
              x2={end.x}
              y1={start.y}
              y2={end.y}
            >
              <title>{visibleText(`${from.id}, ${to.id}: ${label}`)}</title>
            </line>
          );
        })}
        {graph.points.map(({ id, label, state }) => {
          const place = places.get(id);
          if (place === undefined) return null;
          // Shape and size show the state in addition to the colour.
          return (
            <g key={id} transform={`translate(${place.x} ${place.y})`}>
              <title>{visibleText(`${id}: ${label}`)}</title>
              {state === 'conflict' ? (
                <rect className="graph-conflict" height="9" width="9" x="-4.5" y="-4.5" />
              ) : (
                <circle className={`graph-${state}`} r={state === 'changed' ? 5.5 : 3} />
              )}
            </g>
          );
        })}
        {/* Above all points: a point drawn later would cover them. */}
        {graph.points.map(({ id, label }) => {
          const [place, beside] = [places.get(id), labels.get(id)];
          return place === undefined || beside === undefined ? null : (
            <text
              className="graph-label"
              key={id}
              textAnchor={beside.anchor}
              x={place.x + beside.dx}
              y={place.y + beside.dy}
            >
              {visibleText(label)}
            </text>
          );
        })}
      </svg>
    </div>
  );
}

/** Nodes at their places with what joins them: a map. The same as a table is one press away. */
export function GraphOutput({ data }: { data: Record<string, unknown> }) {
  const [view, setView] = useState<'map' | 'table'>('map');
  const graph = useMemo(() => readGraph(data), [data]);
  const title = typeof data['title'] === 'string' ? data['title'] : words.graph;
  if (graph === null) return <JsonBox label={words.graph} value={data} />;
  return (
    <figure className="clipped stream-box framed output-figure stack-close">
      <figcaption className="row-tight">
        <b className="strong truncate" dir="auto" lang="">
          {visibleText(title)}
        </b>
        <span className="muted small">
          {words.graphCount(graph.points.length, graph.links.length)}
        </span>
        <span className="grow" />
        <Segmented
          label={words.view}
          onChange={setView}
          options={[
            { value: 'map', label: words.map },
            { value: 'table', label: words.table },
          ]}
          value={view}
        />
      </figcaption>
      {view === 'map' ? (
        <>
          <Drawing graph={graph} title={visibleText(title)} />
          <p className="small muted row-tight">
            <span className="graph-key graph-key-changed" /> {words.changed}
            <span className="graph-key graph-key-conflict" /> {words.conflict}
          </p>
        </>
      ) : (
        <TableOutput
          columns={[words.node, words.label, words.nodeState]}
          label={title}
          rows={graph.points.map(({ id, label, state }) => [id, label, state])}
        />
      )}
      {graph.left > 0 ? (
        <p className="small muted help-text">{words.notDrawn(graph.left)}</p>
      ) : null}
    </figure>
  );
}
