import { figure, percent, plural } from '../../count.ts';

/** The four retrievals side by side. */
export const retrievalText = {
  lead: 'One query, searched in four ways. Nothing is stored, and nothing counts as given to an agent.',
  query: 'What should be found?',
  example: 'For example: where contractors work',
  submit: 'Search',
  start: 'Enter words to see what each way of searching finds',
  startDetail: 'Agents are given memories by these ways of searching: this shows why.',
  modes: { exact: 'Exact', semantic: 'Semantic', temporal: 'In time', associative: 'By links' },
  modeDetail: {
    exact: 'By id, by an attribute such as domain=ran, or by the words themselves',
    semantic: 'What is similar to the query',
    temporal: 'What happened in a period, or around another memory',
    associative: 'What can be reached over links',
  },
  lexical: 'Without a model, this compares words and spelling, not meaning.',
  byModel: (model: string) => `By meaning as well, with the model ${model}.`,
  methods: {
    exact: 'exact',
    lexical: 'words and spelling',
    embedding: 'meaning',
    time: 'time',
    links: 'links',
  },
  by: (method: string) => `(${method})`,
  took: (ms: number) => `${figure(ms)} ms`,
  size: (count: number) =>
    plural(count, { one: '# memory searched', other: '# memories searched' }),
  found: (count: number) => plural(count, { one: '# hit', other: '# hits' }),
  nothing: 'Nothing found this way.',
  failed: 'The search failed',
  score: (share: number) => percent(share),
  relevance: (share: number) => `${percent(share)} without its importance`,
  via: 'Reached through',
  weight: 'Importance counts',
  weights: { '0': 'not at all', '1': 'a little', '2': 'more', '4': 'most' },
  anchor: 'Around the memory',
  anchorHelp: 'An id: time and links are followed from it. Empty: from what is found.',
  depth: 'Distance in links',
};

/** Review of what leaves. */
export const extractionText = {
  lead: 'Before a memory can be shared, four steps turn it into knowledge. Nothing is shared without an approval; you approve exactly what the last column shows.',
  states: {
    label: 'Which extractions',
    waiting: 'Waiting',
    approved: 'Approved',
    rejected: 'Rejected',
    dropped: 'Dropped',
  },
  list: 'Extractions',
  none: 'No extraction waits',
  noneDetail:
    'Open a memory and choose “Extract to share”: what would be shared is shown here, step by step.',
  noneOther: 'Nothing in this state',
  steps: {
    filtered: 'Filtered',
    desensitised: 'Desensitised',
    generalised: 'Generalised',
    standardised: 'Standardised',
  },
  stepDetail: {
    filtered: 'What is worth sharing at all',
    desensitised: 'Personal and secret data are placeholders',
    generalised: 'What differs from case to case is a slot',
    standardised: 'What is shared',
  },
  reports: {
    filter: 'Filtered',
    desensitise: 'Desensitised',
    generalise: 'Generalised',
    standardise: 'Standardised',
  },
  dropped: 'Dropped in this step or before it.',
  withheld: 'Nothing is masked here yet: only people who may approve it see this.',
  /** A rule that masks, or the type of a slot, by its name in the policy. */
  ruleName: (rule: string) => rule,
  masked: (placeholder: string, rule: string) => `${placeholder}, masked by the rule ${rule}`,
  slotOf: (slot: string, type: string) => `${slot}, a slot of the type ${type}`,
  doubtful: (found: string, rule: string) =>
    `${found}: may be personal, says the rule ${rule}; it is shared unless you mask it`,
  doubtMark: (rule: string) => `${rule}?`,
  aboutPerson: 'about a person? Read it whole',
  doubtCount: (count: number) =>
    plural(count, {
      one: '# text is marked with a question mark: it may be personal data, and is not masked. Edit it if it is.',
      other:
        '# texts are marked with a question mark: they may be personal data, and are not masked. Edit those that are.',
    }),
  redactions: 'Masked',
  redaction: (rule: string, count: number) => `${rule} ${figure(count)}×`,
  noRedactions:
    'The rules found nothing to mask. Check for names and places that they do not know.',
  slots: 'Slots',
  report: (count: number) =>
    plural(count, {
      one: 'What the steps did, at # place',
      other: 'What the steps did, at # places',
    }),
  whole: 'the whole',
  title: 'Title',
  stale: 'The memory has changed since. Extract it again, or reject it.',
  again: 'Extract again',
  approve: 'Approve and share',
  edit: 'Edit, then approve',
  reject: 'Reject',
  approveMany: (count: number) => `Approve ${figure(count)} and share`,
  rejectMany: (count: number) => `Reject ${figure(count)}`,
  approveTitle: (count: number) =>
    plural(count, { one: 'Share this knowledge?', other: 'Share # pieces of knowledge?' }),
  approveDetail:
    'Other servers can fetch it from now on. What they have fetched cannot be taken back.',
  partly: (count: number) =>
    plural(count, {
      one: '# of them says more than is shown at first: open the rest before you approve.',
      other: '# of them say more than is shown at first: open the rest before you approve.',
    }),
  rejectTitle: (count: number) =>
    plural(count, { one: 'Reject this extraction?', other: 'Reject # extractions?' }),
  rejectDetail: 'It is not shared. The memory does not change.',
  editTitle: 'Edit what is shared',
  editDetail: 'The rules check your text once more. If they find something, it is not shared.',
  doneApprove: (count: number) => plural(count, { one: '# is shared', other: '# are shared' }),
  doneReject: (count: number) => `${figure(count)} rejected`,
  residue: (rule: string) => `Not shared: the rule ${rule} still finds something in it.`,
  by: (person: string) => `by ${person}`,
  byRule: (rule: string) => `by the rule ${rule}`,
  previewTitle: 'What would be shared',
  previewDetail: 'Nothing is stored yet.',
  keep: 'Submit for approval',
  unknown: 'Memory not found.',
  names: 'Also mask these names',
  allowed: 'Never mask these texts',
  listHelp: 'Separated by commas.',
  previewAgain: 'Show again',
  showFirst: 'The lists were changed: show it again first.',
  digest: 'Seal of what is shown',
};
