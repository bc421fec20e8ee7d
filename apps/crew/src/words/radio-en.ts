/** What the radio crew says to people, in English. Names of events, tools and states are not translated. */
export const radioEn = {
  taken: 'The alarm is accepted.',
  items: {
    cause: 'Find the cause',
    plan: 'Plan identities',
    decide: 'Decide on the plan',
    deploy: 'Change the cells',
    measure: 'Measure again',
  },
  unknownCell: (cell: string): string =>
    `There is no cell ${cell}. Cells are named like NTO-0437-2.`,
  takes: (cell: string): string =>
    `I handle the alarm at **${cell}**: first the cause, then a plan for you to decide on, then the change. `,
  unchanged: (reason: string): string => `No cell is changed${reason === '' ? '' : `: ${reason}`}.`,
  findOut: (cell: string): string => `Find out why ${cell} got slower`,
  saidNothing: 'it said nothing',
  causeUnfinished: (reason: string): string => `The Root Cause agent could not finish: ${reason}`,
  otherCause: (cause: string): string =>
    `The cause is ${cause}: nothing I can correct by configuration.`,
  needs: { cause: 'find the cause', plan: 'plan and change identities' },
  noHelper: (what: string): string =>
    `No agent that can ${what} is registered. Start one that registers itself, and start this task again.`,
  noRegistry: (what: string): string =>
    `I look up the agents that ${what} in a registry, but none is configured for me.`,
  registryAway: (reason: string): string =>
    `The registry of agents could not be reached: ${reason}`,
  changeCells: (count: number): string => `Change ${count} ${count === 1 ? 'cell' : 'cells'}`,
  changeFailed: (reason: string): string => `The change failed: ${reason}`,
  sumUp: (sum: Sum): string =>
    `${sum.isRepaired ? 'Done' : 'Not corrected'}: **${sum.changed} ${sum.changed === 1 ? 'cell has' : 'cells have'}** a new identity. ${sum.cell} ${sum.isRepaired ? 'went from' : 'stays slow:'} ${sum.broken} to **${sum.after} Mbit/s** per user (${sum.before} before the incident); handovers succeed in ${sum.handovers} %. ${sum.conflicts === 0 ? 'No conflict is left.' : `${sum.conflicts === 1 ? '1 conflict is' : `${sum.conflicts} conflicts are`} left.`}${sum.skipped.length > 0 ? ` ${sum.skipped.join(', ')} kept the old identity.` : ''}\n`,
  rateChart: 'Mbit/s per user',
  series: { before: 'before', broken: 'broken', after: 'after' },
  repaired: (cell: string, rate: number, conflicts: number, isRepaired: boolean): string =>
    `${cell} ${isRepaired ? `is at ${rate} Mbit/s again` : `stays at ${rate} Mbit/s`}; ${conflicts} conflicts are left.`,
  repairedBefore: (cell: string): string =>
    `Downlink rate dropped at cell ${cell}: two cells with one identity (PCI), corrected by other identities`,
  learnt: (count: number): string =>
    `After a site swap, compare the identities of neighbours first; changing ${count} of them brought the rate back.`,
  seenBefore: ({ title, approvedBy, path }: Seen): string =>
    `Seen before: ${title} ([memory](${path})${approvedBy === null ? '' : `, approved by ${approvedBy}`}).`,
  changes: {
    swap: 'Site swap finished, configuration from template',
    tilt: 'Tilt changed by 1 degree',
    software: 'Software upgrade',
  },
  hypotheses: {
    'identity-conflict': 'PCI collision or confusion',
    load: 'More load',
    tilt: 'Tilt of a neighbour',
    'weak-signal': 'Weaker own signal',
  },
  collides: (cells: readonly string[], pci: number, share: string): string =>
    `${cells.join(' and ')} both have PCI ${pci} and meet in ${share} of the area.`,
  confused: (pairs: number, handovers: string): string =>
    `${pairs} pairs of neighbours cannot be distinguished; handovers succeed in ${handovers}.`,
  notConfused: 'No two neighbours are mistaken for each other.',
  noChange: 'No recent change is involved.',
  siteChanged: (site: string, hours: number, what: string): string =>
    `${site} was changed ${hours} hours ago: ${what}.`,
  loadIs: (load: string, drop: string): string =>
    `Load is ${load}, as it was; a drop of ${drop} is not explained by it.`,
  noTilt: 'No tilt was changed.',
  tilted: (site: string, hours: number, isNear: boolean): string =>
    `${site} was tilted ${hours} hours ago; it is ${isNear ? '' : 'not '}among the neighbours.`,
  signalAsBefore: 'The signal level of the cell is unchanged; its ratio to the interference fell.',
  measure: 'Measure',
  weigh: 'Weigh',
  perUser: 'Mbit/s per user',
  unknownCause: 'unknown',
  nothing: 'Nothing',
  explains: (what: string, cell: string): string => `${what} explains the drop at ${cell}.`,
  fell: (cell: string, rates: readonly [number, number], sinr: readonly [number, number]): string =>
    `**${cell}** fell from ${rates[0]} to ${rates[1]} Mbit/s per user (SINR ${sinr[0]} to ${sinr[1]} dB). `,
  explainsBest: (what: string): string => `${what} explains it best.\n`,
  couldExplain: 'What could explain it',
  columns: ['Hypothesis', 'Score', 'Evidence'],
  cellsAround: (cell: string): string => `Cells around ${cell}`,
  aroundWithPlan: (cell: string): string => `Around ${cell} with this plan`,
  colour: 'Colour the conflict graph',
  noPlan: 'No change is possible under these constraints.\n',
  planned: (cells: number, conflicts: number): string =>
    `${cells} cells change, ${conflicts} conflicts are left.\n`,
  haveToChange: (cells: number, conflicts: number): string =>
    `${cells} cells have to change; ${conflicts} conflicts stay.`,
  planReasons: (reuseKm: number, isStrict: boolean): string[] => [
    'A greedy cover of the conflict graph chooses the cells to change, first the one that ends most conflicts.',
    'The chosen cells are coloured, the most constrained first, with the identity that costs least.',
    `Identities repeat no nearer than ${reuseKm} km; modulo 3 is ${isStrict ? 'kept within a site' : 'preferred'}.`,
  ],
  computedRelations: 'Neighbour relations are those computed from levels, not measured by phones.',
  clearsNothing: 'Nothing by itself',
  clearsNone: 'Nothing',
  addedByOperator: 'Added by the operator',
  clears: (kind: 'collision' | 'confusion', other: string, at: string, more: number): string =>
    `${kind === 'collision' ? `Collision with ${other}` : `Confusion at ${at} with ${other}`}${more > 0 ? `, ${more} more` : ''}`,
  planAgain: (remark: string): string =>
    remark === '' ? 'Plan new identities' : `Plan again: ${remark}`,
  noPlanBack: 'no plan came back',
  couldNotPlan: (reason: string): string => `The Configuration agent could not plan: ${reason}`,
  noEdit: 'The edit was not a plan.',
  isNoPlan: 'This is no plan.',
  understood: (parts: readonly string[]): string => `Understood: ${parts.join('; ')}.`,
  notUnderstood: (words: string): string =>
    `I did not understand “${words}”. I can keep cells or sites, change the reuse distance, limit the number of changes, and relax modulo 3.`,
  reuse: (km: number): string => `reuse distance ${km} km`,
  atMost: (count: string): string => `at most ${count} changes`,
  mod3: (isLoose: boolean): string => (isLoose ? 'mod 3 preferred only' : 'mod 3 kept strictly'),
  keeps: (cells: readonly string[]): string =>
    `${cells.join(', ')} ${cells.length === 1 ? 'keeps its' : 'keep their'} identity`,
  changeAsk: (count: number, cell: string): string =>
    `Change the identity of ${count} ${count === 1 ? 'cell' : 'cells'} around ${cell}?`,
  editFails: (faults: readonly string[]): string => `Your edit is not valid: ${faults.join(' ')}`,
  live: 'The cells are live; each is off air for about half a minute.',
  stay: (conflicts: number): string => `${conflicts} conflicts stay under these constraints.`,
  effect: (count: number, users: number): string =>
    `${count} ${count === 1 ? 'cell' : 'cells'} change one after the other, about ${users} users are off air for half a minute each. It can be paused and stopped; a stop rolls back.`,
  between: ' ',
  form: {
    plan: 'Plan of identities',
    assignments: 'Assignments',
    aboutRows: 'One row per cell that changes. A cell without a row keeps its identity.',
    cell: 'Cell',
    site: 'Site',
    now: 'Now',
    proposed: 'Proposed',
    identity: 'Physical cell identity',
    mod3: 'mod 3',
    clears: 'Clears',
    reuse: 'Reuse, km',
  },
  faults: {
    unknown: (cell: string): string => `There is no cell ${cell}.`,
    range: (pci: number, last: number): string => `${pci} is not between 0 and ${last}.`,
    twice: (cell: string): string => `${cell} is in the plan twice.`,
    locked: (cell: string): string => `${cell} is locked.`,
    kept: (cell: string): string => `${cell} has to keep its identity.`,
    reuse: (cell: string, pci: number, other: string, km: string): string =>
      `${cell} would share ${pci} with ${other}, ${km} km away.`,
    mod3: (cell: string, pci: number, other: string, otherPci: number): string =>
      `${cell} with ${pci} and ${other} with ${otherPci} are the same modulo 3.`,
    collides: (cell: string, other: string): string => `${cell} would collide with ${other}.`,
    confused: (cell: string, other: string, at: string, more: number): string =>
      `${cell} would be confused with ${other} at ${at}${more > 0 ? ` and ${more} more` : ''}.`,
  },
  youSaid: (words: string): string => `You said: ${words}`,
  cannotTake: (words: string): string =>
    `I cannot act on “${words}” while the cells are being changed. Pause waits between two cells, stop undoes everything. `,
  lockHeld: 'lock held by local maintenance',
  cellRefused: (cell: string): string =>
    `The element manager of ${cell} refused the identity: lock held by local maintenance.`,
  step: (cell: string, was: number, pci: number): string => `${cell}: ${was} to ${pci}`,
  allThrough: 'All cells are done',
  rollBackAsk: (cell: string, count: number): string =>
    count === 0
      ? `${cell} refused its identity. Stop here?`
      : `${cell} refused its identity. Roll back the ${count === 1 ? '1 cell' : `${count} cells`} changed before it?`,
  rollBackEffect: (count: number): string =>
    count === 0
      ? 'Approve: nothing is changed. Reject: the rest continues without this cell.'
      : `Approve: ${count === 1 ? '1 cell' : `${count} cells`} get the old identity back. Reject: the rest continues without this cell.`,
  nothingChanged: 'Nothing had been changed yet.',
  rolledBack: (cells: readonly string[]): string =>
    `${cells.length === 1 ? '1 cell has its' : `${cells.length} cells have their`} old identity again: ${cells.join(', ')}.`,
  deployed: (count: number, skipped: readonly string[]): string =>
    `${count === 1 ? '1 cell has its' : `${count} cells have their`} new identity${skipped.length > 0 ? `; ${skipped.join(', ')} kept the old one` : ''}.`,
};

/** A memory of an earlier fault, who approved using it again, and where people see it. */
interface Seen {
  title: string;
  approvedBy: string | null;
  path: string;
}

interface Sum {
  cell: string;
  isRepaired: boolean;
  changed: number;
  /** Mbit/s per user. */
  before: number;
  broken: number;
  after: number;
  /** In percent. */
  handovers: string;
  conflicts: number;
  skipped: readonly string[];
}
