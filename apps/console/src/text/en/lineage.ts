import type { LineageNode, NodeWords } from '@countersign/thread/lineage';
import { figure, plural } from '../count.ts';

const kinds: Record<LineageNode['kind'], string> = {
  message: 'message',
  declared: 'state',
  'tool-call': 'tool call',
  exchange: 'hand-over',
  prompt: 'question',
  answer: 'answer',
  missing: 'unknown parent',
};

/** Texts of the lineage. */
export const lineageText = {
  graph: (count: number) =>
    `Lineage graph, ${plural(count, { one: '# node', other: '# nodes' })}. Arrow keys move between parents and children.`,
  tree: 'Lineage as a tree',
  details: 'Details of the node',
  kind: (kind: LineageNode['kind']) => kinds[kind],
  /** The text of a node, in one line. */
  label: (english: string, _says?: NodeWords): string => english,
  /** The state of a node: words of its protocol. */
  state: (state: string): string => state,
  kinds: Object.entries(kinds).map(([value, label]) => ({ value, label })),
  everyKind: 'all',
  everyState: 'all',
  kindLabel: 'Kind',
  stateLabel: 'State',
  find: 'Find in the lineage',
  findHint: 'Find',
  views: 'View',
  asGraph: 'Graph',
  asTree: 'Tree',
  asOverview: 'Overview',
  shown: (drawn: number, total: number) =>
    `${figure(drawn)} of ${plural(total, { one: '# node', other: '# nodes' })}`,
  matching: (matching: number) => `${figure(matching)} match`,
  person: 'person',
  empty: 'No messages yet',
  emptyDetail: 'The graph grows with the first message of the task.',
  noMatch: 'Nothing matches',
  noMatchDetail: (total: number) =>
    `${plural(total, { one: '# node is', other: '# nodes are' })} hidden by the filters.`,
  clear: 'Clear filters',
  legend: 'Legend',
  legendMessage: 'message',
  legendTool: 'tool call',
  legendPerson: 'person',
  legendPrompt: 'needs decision',
  legendFollowup: 'follow-up',
  legendPath: 'path to the root',
  legendInferred: 'parent not declared',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Show all',
  arrange: 'Arrange again',
  saveSvg: 'Save as SVG',
  savePng: 'Save as PNG',
  hidden: (count: number) => `${figure(count)} more below`,
  skipped: (count: number) =>
    `${plural(count, { one: '# node', other: '# nodes' })} left out in between`,
  folds: 'Fold',
  foldBy: {
    finished: 'Fold finished branches',
    runs: 'Fold all runs but the newest',
    agents: 'Fold what was handed over',
  },
  unfoldAll: 'Unfold everything',
  fold: 'Fold the branch',
  unfold: 'Unfold the branch',
  close: 'Close',
  openDecision: 'Open the decision',
  showInStream: 'Show in the stream',
  why: 'Why am I asked',
  whence: 'Where it comes from',
  steps: (count: number, took: string) =>
    `${plural(count, { one: '# step', other: '# steps' })}, ${took}`,
  waits: 'Waits for this',
  nobodyWaits: 'Nobody is known to wait for it.',
  orphan: 'Its parent is not known: the agent named a message that never arrived.',
  cyclic: 'Its declared parents form a cycle, which was cut here.',
  inferred: 'It declares no parent: this is the nearest cause that is known.',
  missing: 'An agent named this message as a parent, but it never arrived.',
  problems: (orphans: number, cycles: number) =>
    [
      orphans > 0 ? plural(orphans, { one: '# unknown parent', other: '# unknown parents' }) : '',
      cycles > 0 ? plural(cycles, { one: '# cycle', other: '# cycles' }) : '',
    ]
      .filter(Boolean)
      .join(', '),
  overviewHint: 'Every node, small. Choose one to see it in the graph.',
  overview: (count: number) => `Overview of ${plural(count, { one: '# node', other: '# nodes' })}`,
};
