import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useRoute } from '../../../live/use-route.ts';
import { memoryText, detailText as text } from '../../../text/knowledge.ts';
import { MiniSelect } from '../../../ui/select.tsx';
import { pathOf } from '../links.tsx';
import { Reading } from '../list-parts.tsx';
import { type PlacedNode, placeByDistance } from './link-layers.ts';
import { nameOf, TypeMark } from './memory-facts.tsx';
import './link-graph.css';

const width = 176;
const height = 40;
const stepX = width + 72;
const stepY = height + 12;

const placeOf = ({ away, row }: PlacedNode) => ({ x: away * stepX, y: row * stepY });

/** The memories around one, in columns by how many links away they are. Each is a link to its memory. */
export function LinkGraph({ id }: { id: string }) {
  const [depth, setDepth] = useState(1);
  const graph = useRoute(
    'GET /api/knowledge/graph',
    { query: { id, depth, limit: 60 } },
    { placeholderData: keepPreviousData },
  );
  const placed = graph.data === undefined ? [] : placeByDistance(graph.data, id);
  const byId = new Map(placed.map((each) => [each.node.id, each]));
  const columns = Math.max(0, ...placed.map(({ away }) => away)) + 1;
  const rows = Math.max(0, ...placed.map(({ row }) => row)) + 1;
  const size = { width: columns * stepX - (stepX - width), height: rows * stepY };
  return (
    <div className="stack">
      <div className="row-wrap">
        <MiniSelect
          label={text.graphDepth}
          onChange={(value) => setDepth(Number(value))}
          options={['1', '2', '3'].map((value) => ({ value, label: value }))}
          value={String(depth)}
        />
        {graph.data?.isCut === true ? <span className="small muted">{text.graphCut}</span> : null}
      </div>
      <Reading of={graph} rows={3} title={text.graphFailed}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section aria-label={text.graph} className="framed link-graph" tabIndex={0}>
          <div className="anchor" style={size}>
            <svg aria-hidden="true" height={size.height} width={size.width}>
              {(graph.data?.edges ?? []).map(({ from, to, kind }) => {
                const [one, other] = [byId.get(from), byId.get(to)];
                if (one === undefined || other === undefined) return null;
                return (
                  <Edge
                    key={`${from} ${kind} ${to}`}
                    kind={kind}
                    left={one.away <= other.away ? one : other}
                    right={one.away <= other.away ? other : one}
                  />
                );
              })}
            </svg>
            {placed.map((each) => (
              <Node each={each} key={each.node.id} />
            ))}
          </div>
        </section>
      </Reading>
    </div>
  );
}

function Edge({ left, right, kind }: { left: PlacedNode; right: PlacedNode; kind: string }) {
  const [from, to] = [placeOf(left), placeOf(right)];
  const y = (at: number) => at + height / 2;
  const isSame = left.away === right.away;
  const x1 = from.x + width;
  const x2 = isSame ? to.x + width : to.x;
  const bend = isSame ? 36 : (x2 - x1) / 2;
  const path = `M${String(x1)} ${String(y(from.y))} C${String(x1 + bend)} ${String(y(from.y))} ${String(isSame ? x2 + bend : x2 - bend)} ${String(y(to.y))} ${String(x2)} ${String(y(to.y))}`;
  const isContrary = kind === 'contradicts';
  return (
    <path className={isContrary ? 'link-edge link-edge-contrary' : 'link-edge'} d={path}>
      <title>{memoryText.links[kind as keyof typeof memoryText.links]}</title>
    </path>
  );
}

function Node({ each }: { each: PlacedNode }) {
  const { node, away } = each;
  const { x, y } = placeOf(each);
  return (
    <Link
      aria-label={text.graphNode(nameOf(node), away)}
      className="row-close framed on-canvas small link-node hovers"
      data-center={away === 0 ? '' : undefined}
      params={{ _splat: pathOf('memories', node.id) }}
      style={{ left: x, top: y, width, height }}
      title={nameOf(node)}
      to="/knowledge/$"
    >
      <TypeMark type={node.type} />
      <span className="truncate" dir="auto" lang="">
        {nameOf(node)}
      </span>
    </Link>
  );
}
