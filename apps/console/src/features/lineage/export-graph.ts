import type { LineageNode } from '@countersign/thread/lineage';
import { tokenColours } from '../../theme/token-colour.ts';
import { nodeHeight, nodeWidth, type Places } from './layout.ts';
import type { VisibleGraph } from './visible-graph.ts';

const margin = 24;
const labelChars = 24;

/** The colours of the drawing, as the page has them now. */
export interface GraphColours {
  canvas: string;
  ink: string;
  muted: string;
  line: string;
  need: string;
  accent: string;
}

export const coloursOf = (element: Element): GraphColours =>
  tokenColours(element, {
    canvas: '--canvas',
    ink: '--ink',
    muted: '--muted',
    line: '--slate-8',
    need: '--need-mark',
    accent: '--accent-text',
  });

const escaped = (text: string) =>
  text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/\p{Cc}/gu, ' ');

const cut = (text: string) => {
  const signs = Array.from(text);
  return signs.length <= labelChars ? text : `${signs.slice(0, labelChars - 1).join('')}…`;
};

/** The graph as it is drawn now, as a self-contained SVG document. */
export function graphSvg(
  graph: VisibleGraph,
  places: Places,
  look: { colours: GraphColours; nameOf: (agentId: string) => string; path: ReadonlySet<string> },
): string {
  const { colours, nameOf, path } = look;
  let width = nodeWidth;
  let height = nodeHeight;
  for (const { node } of graph.nodes) {
    const place = places.get(node.id);
    if (place === undefined) continue;
    width = Math.max(width, place.x + nodeWidth);
    height = Math.max(height, place.y + nodeHeight);
  }
  const edges = graph.nodes.flatMap(({ node, parentId }) => {
    const [from, to] = [places.get(parentId ?? ''), places.get(node.id)];
    if (from === undefined || to === undefined) return [];
    const lit = path.has(node.id) && path.has(parentId ?? '');
    const [x1, y1] = [from.x + nodeWidth / 2, from.y + nodeHeight];
    const [x2, y2] = [to.x + nodeWidth / 2, to.y];
    const middle = (y1 + y2) / 2;
    const dash = node.inferred ? ' stroke-dasharray="3 3"' : '';
    return `<path d="M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}" fill="none" stroke="${lit ? colours.accent : colours.line}" stroke-width="${lit ? 2 : 1}"${dash}/>`;
  });
  const boxes = graph.nodes.flatMap(({ node }) => {
    const place = places.get(node.id);
    return place === undefined
      ? []
      : boxOf(node, place, { colours, nameOf, lit: path.has(node.id) });
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-margin} ${-margin} ${width + 2 * margin} ${height + 2 * margin}" width="${width + 2 * margin}" height="${height + 2 * margin}" font-family="Inter, sans-serif" font-size="12"><rect x="${-margin}" y="${-margin}" width="100%" height="100%" fill="${colours.canvas}"/>${edges.join('')}${boxes.join('')}</svg>`;
}

function boxOf(
  node: LineageNode,
  place: { x: number; y: number },
  look: { colours: GraphColours; nameOf: (agentId: string) => string; lit: boolean },
): string {
  const { colours } = look;
  const isOpen = node.kind === 'prompt' && node.state === 'open';
  const stroke = isOpen ? colours.need : look.lit ? colours.accent : colours.line;
  const dash = node.kind === 'tool-call' ? ' stroke-dasharray="4 3"' : '';
  const who = node.agentId === '' ? '?' : look.nameOf(node.agentId);
  return `<g transform="translate(${place.x} ${place.y})"><title>${escaped(node.label)}</title><rect width="${nodeWidth}" height="${nodeHeight}" rx="6" fill="${colours.canvas}" stroke="${stroke}" stroke-width="${look.lit || isOpen ? 2 : 1}"${dash}/><text x="8" y="15" fill="${colours.ink}">${escaped(cut(node.label))}</text><text x="8" y="29" fill="${colours.muted}" font-size="11">${escaped(cut(`${who} · ${Math.floor(node.sequence)}`))}</text></g>`;
}

const save = (url: string, name: string) => {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
};

export function saveSvg(svg: string, name: string): void {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  save(url, `${name}.svg`);
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Paints the SVG and saves it; larger than a canvas can be, it is scaled down. */
export async function savePng(svg: string, name: string): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const scale = Math.min(2, 12_000 / Math.max(image.width, image.height, 1));
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(image.width * scale);
  canvas.height = Math.ceil(image.height * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  save(canvas.toDataURL('image/png'), `${name}.png`);
}
