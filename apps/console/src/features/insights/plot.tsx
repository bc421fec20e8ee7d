import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { insightsText as text } from '../../text/insights.ts';

/** In pixels; a plot is as wide as its place. */
export const plotSize = { height: 220, left: 34, right: 10, top: 12, bottom: 26 };

/** Where it cannot be measured. */
const usualWidth = 640;

/** From a value to a place in the drawing. */
export const scale =
  ([from, to]: readonly [number, number], [start, end]: readonly [number, number]) =>
  (value: number): number =>
    to === from ? start : start + ((value - from) / (to - from)) * (end - start);

interface PlotProps {
  title: string;
  detail?: string;
  /** What the line is, and the dashed one. */
  legend?: readonly [string, string];
  /** Each point in words; the arrow keys go through them. */
  points: readonly string[];
  /** Names of the columns, and a row for each point. */
  table: { heads: readonly string[]; rows: readonly (readonly (string | number)[])[] };
  /** `at`: the point that is read out; null = none. `width` in pixels. */
  children: (at: number | null, width: number) => ReactNode;
}

/** A drawing with its points for keyboard and screen reader, and the same as a table below. */
export function Plot({ title, detail, legend, points, table, children }: PlotProps) {
  const [at, setAt] = useState<number | null>(null);
  const id = useId();
  const frame = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(usualWidth);
  useEffect(() => {
    const { current } = frame;
    if (current === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => setWidth(Math.max(200, current.clientWidth)));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const go = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };
    const ends: Record<string, number> = { Home: 0, End: points.length - 1 };
    const step = steps[event.key];
    const next =
      step === undefined ? ends[event.key] : (at ?? (step > 0 ? -1 : points.length)) + step;
    if (next === undefined) return;
    event.preventDefault();
    setAt(Math.min(Math.max(next, 0), points.length - 1));
  };
  const { height } = plotSize;
  return (
    <section aria-labelledby={id} className="insights-plot stack-tight">
      <header>
        <h2 id={id}>{title}</h2>
        {detail === undefined ? null : <p className="small muted">{detail}</p>}
        {legend === undefined ? null : (
          <p className="small muted row-wrap insights-keys">
            <span>{legend[0]}</span>
            <span className="is-second">{legend[1]}</span>
          </p>
        )}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys go through its points. */}
      <figure aria-label={title} onBlur={() => setAt(null)} onKeyDown={go} ref={frame} tabIndex={0}>
        <svg aria-hidden="true" height={height} width={width}>
          {children(at, width)}
        </svg>
        <figcaption aria-live="polite" className="small tabular insights-point">
          {at === null ? null : points[at]}
        </figcaption>
      </figure>
      <details className="small">
        <summary>{text.asTable}</summary>
        <div className="scrolls-down insights-rows">
          <table className="data-table">
            <thead>
              <tr>
                {table.heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map((row) => (
                <tr key={row[0]}>
                  {row.map((cell, column) => (
                    <td key={table.heads[column]} className="tabular">
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  );
}

/** A horizontal line of the grid with its value at the left. */
export function GridLine({ y, width, label }: { y: number; width: number; label: string }) {
  const { left, right } = plotSize;
  return (
    <>
      <line className="insights-grid" x1={left} x2={width - right} y1={y} y2={y} />
      <text className="insights-tick" textAnchor="end" x={left - 6} y={y + 4}>
        {label}
      </text>
    </>
  );
}

/** The label of a place on the axis of time or of ranges. */
export function AxisLabel({ x, children }: { x: number; children: string }) {
  return (
    <text className="insights-tick" textAnchor="middle" x={x} y={plotSize.height - 8}>
      {children}
    </text>
  );
}
