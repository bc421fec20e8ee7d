import type { LineageNode, NodeWords } from '@countersign/thread/lineage';
import type { Span } from '@countersign/thread/timeline';
import { figure, plural } from '../count.ts';

const spanKinds: Record<Span['kind'], string> = {
  step: 'step',
  tool: 'tool call',
  output: 'model output',
  handover: 'hand-over',
  person: 'waits for a person',
  followup: 'open follow-up',
};

/** Texts of the lanes over time. */
export const timelineText = {
  title: 'Timeline',
  kind: (kind: Span['kind']) => spanKinds[kind],
  views: 'View',
  asLanes: 'Lanes',
  asList: 'List',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Show all',
  foldWaits: 'Fold waits',
  foldWaitsDetail:
    'Waits for a person are drawn shorter, with their real length, so that the work can be seen.',
  folded: (length: string) => `Only waited for a person, ${length}: drawn shorter`,
  answers: 'a person answers',
  lanes: (count: number, from: string, to: string) =>
    `Timeline of ${plural(count, { one: '# lane', other: '# lanes' })} from ${from} to ${to}. Plus and minus zoom, arrow keys move.`,
  busy: (clock: string) => `${clock} busy`,
  idle: (clock: string) => `idle ${clock}`,
  waited: (clock: string) => `waited ${clock} for people`,
  answersOf: (count: number) => plural(count, { one: '# answer', other: '# answers' }),
  median: (clock: string) => `median ${clock}`,
  empty: 'Nothing has happened yet',
  emptyDetail: 'Steps, tool calls and waits appear here as they happen.',
  show: 'Show in the stream',
  goTo: (sequence: number) => `Go to ${figure(sequence)}`,
  decision: 'Open the decision',
  close: 'Close',
  details: 'Selected span',
  going: 'running',
  who: 'Who',
  what: 'What',
  name: 'Name',
  start: 'Start',
  took: 'Took',
  status: 'Status',
  listed: (shown: number, total: number) =>
    shown === total
      ? plural(total, { one: '# entry', other: '# entries' })
      : `The first ${figure(shown)} of ${plural(total, { one: '# entry', other: '# entries' })}`,
  spent: 'Where the time went',
  spentOf: {
    people: 'People',
    tools: 'Tools',
    model: 'Model',
    followups: 'Follow-ups open',
    agents: 'Agents, silent',
  },
  share: 'Share',
  time: 'Time',
  total: 'Total',
  here: 'position shown',
};

const nodeKinds: Record<LineageNode['kind'], string> = {
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
  kind: (kind: LineageNode['kind']) => nodeKinds[kind],
  /** The text of a node, in one line. */
  label: (english: string, _says?: NodeWords): string => english,
  /** The state of a node: words of its protocol. */
  state: (state: string): string => state,
  kinds: Object.entries(nodeKinds).map(([value, label]) => ({ value, label })),
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

const statuses = {
  waiting: 'waiting',
  asked: 'waits for a person',
  running: 'running',
  done: 'done',
  failed: 'failed',
  cut: 'not finished',
  unanswered: 'no result received',
};

/** Texts of the flow of work. */
export const flowText = {
  empty: 'No work yet',
  emptyDetail:
    'Hand-overs between agents, their steps and their tool calls appear here as they happen.',
  graph: (count: number) =>
    `Work of the task, ${plural(count, { one: '# piece', other: '# pieces' })}`,
  progress: 'Progress of the task',
  chain: 'Steps and tool calls',
  plan: 'What the agents plan',
  planned: (done: number, all: number) =>
    `${figure(done)} of ${plural(all, { one: '# item', other: '# items' })} done`,
  status: (status: keyof typeof statuses) => statuses[status],
  whole: 'the task itself',
  outside: 'outside steps',
  wait: 'a person is asked',
  waited: (work: string, wait: string) => `${work}, waited ${wait}`,
  from: (name: string) => `from ${name}`,
  steps: (count: number) => plural(count, { one: '# step', other: '# steps' }),
  calls: (count: number) => plural(count, { one: '# call', other: '# calls' }),
  more: (count: number) => `${figure(count)} more`,
};
