import type { Lineage } from '@countersign/thread/lineage';
import { type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { lineageText as text } from '../../text/texts.ts';
import { tokenColours } from '../../theme/token-colour.ts';
import { nodeHeight, nodeWidth, type Place } from './layout.ts';
import { nodeTone } from './node-tone.ts';
import { useLayout } from './use-layout.ts';
import { maxDrawn, noFilter, visibleGraph } from './visible-graph.ts';

interface OverviewProps {
  lineage: Lineage;
  selectedId: string | null;
  path: ReadonlySet<string>;
  onSelect: (id: string) => void;
}

const marginPx = 16;

/** All nodes on one canvas, however many: the shape of the work, and a way to any part of it. */
export function Overview({ lineage, selectedId, path, onSelect }: OverviewProps) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const all = useMemo(
    () => visibleGraph(lineage, noFilter, Math.max(maxDrawn, lineage.nodes.length)),
    [lineage],
  );
  const layoutNodes = useMemo(
    () => all.nodes.map(({ node, parentId }) => ({ id: node.id, parentId })),
    [all],
  );
  const { places } = useLayout(layoutNodes, 'overview');
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const scale = useMemo(() => scaleOf(places.values(), size), [places, size]);

  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const ratio = window.devicePixelRatio || 1;
    element.width = size.width * ratio;
    element.height = size.height * ratio;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const { line, ...tones } = tokenColours(element, {
      line: '--line',
      plain: '--slate-8',
      need: '--need-mark',
      offer: '--offer-mark',
      run: '--run-mark',
      fail: '--fail-mark',
      on: '--accent',
    });
    const at = ({ x, y }: Place) => ({ x: marginPx + x * scale, y: marginPx + y * scale });
    const width = Math.max(1.5, nodeWidth * scale);
    const height = Math.max(1.5, nodeHeight * scale);
    context.strokeStyle = line;
    context.lineWidth = 0.5;
    context.beginPath();
    for (const { node, parentId } of all.nodes) {
      const [from, to] = [places.get(parentId ?? ''), places.get(node.id)];
      if (from === undefined || to === undefined) continue;
      const [start, end] = [at(from), at(to)];
      context.moveTo(start.x + width / 2, start.y + height);
      context.lineTo(end.x + width / 2, end.y);
    }
    context.stroke();
    for (const { node } of all.nodes) {
      const place = places.get(node.id);
      if (place === undefined) continue;
      const { x, y } = at(place);
      context.fillStyle =
        node.id === selectedId || path.has(node.id) ? tones.on : tones[nodeTone(node)];
      context.fillRect(x, y, width, height);
    }
  }, [all, places, scale, size, selectedId, path]);

  const onClick = (event: MouseEvent) => {
    const bounds = canvas.current?.getBoundingClientRect();
    if (bounds === undefined || scale === 0) return;
    const x = (event.clientX - bounds.left - marginPx) / scale - nodeWidth / 2;
    const y = (event.clientY - bounds.top - marginPx) / scale - nodeHeight / 2;
    let best: { id: string; distance: number } | null = null;
    for (const [id, place] of places) {
      const distance = Math.hypot(place.x - x, place.y - y);
      if (best === null || distance < best.distance) best = { id, distance };
    }
    if (best !== null) onSelect(best.id);
  };
  return (
    <div className="lineage-over anchor column grow" ref={box}>
      <canvas
        aria-label={text.overview(lineage.nodes.length)}
        onClick={onClick}
        ref={canvas}
        role="img"
        style={{ width: size.width, height: size.height }}
      />
      <p className="small muted">{text.overviewHint}</p>
    </div>
  );
}

function scaleOf(places: Iterable<Place>, size: { width: number; height: number }): number {
  let width = nodeWidth;
  let height = nodeHeight;
  for (const { x, y } of places) {
    width = Math.max(width, x + nodeWidth);
    height = Math.max(height, y + nodeHeight);
  }
  const across = (size.width - 2 * marginPx) / width;
  const down = (size.height - 2 * marginPx - 24) / height;
  return Math.max(0, Math.min(1, across, down));
}
