import type { MemoryDetail, MemoryRow } from '@countersign/api/knowledge-memory';

const dayMs = 86_400_000;

/** Only what differs from a plain memory. */
type Seed = Pick<MemoryDetail, 'id' | 'type' | 'name' | 'content'> & Partial<MemoryDetail>;

function memoryOf(seed: Seed, now: number): MemoryDetail {
  const at = seed.at ?? now - dayMs;
  return {
    ...{ layer: 'personal', agent: null, importance: 'medium', status: 'active', tags: [] },
    ...{ origin: 'work', correction: null, version: 1, createdAt: at, updatedAt: at, at },
    ...{ validUntil: null, linkCount: seed.links?.length ?? 0, links: [], sources: [] },
    ...{ versions: [], caller: null, advice: null, questions: [], givenCount: 0 },
    lastGivenAt: null,
    reviewedBy: seed.status === 'pending' ? null : { id: 'demo', name: 'Demo', at },
    ...seed,
  };
}

const city = (status: MemoryRow['status']): Seed => ({
  ...{ id: `correction-city-${status}`, type: 'semantic', status, importance: 'high' },
  ...{ name: 'Where should the contractor work?', agent: 'orchestrator', origin: 'correction' },
  tags: ['correction', 'edited', 'hiring'],
  content: {
    concept_name: 'Where should the contractor work?',
    definition: 'Payments works from Leipzig.',
    properties: { choice: 'edited' },
  },
  correction: {
    ...{ taskId: null, promptId: 'prompt-city', decisionId: 'decision-1', choice: 'edited' },
    ...{ by: 'demo', words: 'Payments works from Leipzig.' },
    changes: [
      { path: '/city', proposed: 'Berlin', decided: 'Leipzig' },
      { path: '/remote', decided: '2 days a week' },
    ],
  },
});

/** What agents that hire have learnt. */
export function sampleMemories(now: number): MemoryDetail[] {
  const approved = city('active');
  const seeds: Seed[] = [
    {
      ...{ id: 'wf-shortlist', type: 'workflow', name: 'Shortlist for a contractor' },
      ...{ agent: 'orchestrator', tags: ['hiring'], importance: 'high', givenCount: 2 },
      lastGivenAt: now - 3_600_000,
      links: [
        {
          ...{ to: 'ep-shortlist', kind: 'related', name: 'Shortlist, Payments' },
          ...{ type: 'episodic', status: 'active' },
        },
      ],
      content: {
        workflow_name: 'Shortlist for a contractor',
        task_description: 'Find three contractors who fit a vacancy, and invite two of them.',
        steps: [
          { name: 'Ask where the work is', description: 'City and days on site', details: {} },
          { name: 'Rank', description: 'By rate and distance', details: { tool: 'rank' } },
          { name: 'Invite', description: 'After an approval', details: { tool: 'mail.send' } },
        ],
        result_status: 'success',
      },
      advice: {
        ...{ to: 'group', reason: 'was used by 4 agents' },
        reasonStatement: { code: 'memory.use-many', params: { count: 4 } },
      },
    },
    {
      ...{ id: 'ep-shortlist', type: 'episodic', name: 'Shortlist, Payments' },
      ...{ agent: 'orchestrator', tags: ['hiring'] },
      links: [
        {
          ...{ to: 'wf-shortlist', kind: 'related', name: 'Shortlist for a contractor' },
          ...{ type: 'workflow', status: 'active' },
        },
      ],
      content: {
        event_summary: 'Two contractors were invited; one declined for the commute.',
        participants: ['demo', 'email-tool'],
        learnings: ['Ask for the days on site first.'],
      },
    },
    {
      ...approved,
      ...{ layer: 'group', givenCount: 3, lastGivenAt: now - 7_200_000 },
      reviewedBy: { id: 'demo', name: 'Demo', at: now - dayMs },
    },
    city('pending'),
    {
      ...city('pending'),
      ...{ id: 'correction-rate', name: 'Is this rate right?', agent: 'freelancer-recommender' },
      content: { concept_name: 'Is this rate right?', definition: '', properties: {} },
      correction: {
        ...{ taskId: null, promptId: 'prompt-rate', decisionId: 'decision-2' },
        ...{ choice: 'rejected', by: 'demo', words: 'Above the limit of the team.', changes: [] },
      },
    },
  ];
  return seeds.map((seed) => memoryOf(seed, now));
}

/** The part of a memory that lists have. */
export function rowOf(memory: MemoryDetail): MemoryRow {
  const { id, type, name, layer, agent, importance, status, tags, origin, correction } = memory;
  const { version, createdAt, updatedAt, at, validUntil, linkCount, caller, reviewedBy } = memory;
  return {
    ...{ id, type, name, layer, agent, importance, status, tags, origin, correction },
    ...{ version, createdAt, updatedAt, at, validUntil, linkCount, caller, reviewedBy },
  };
}
