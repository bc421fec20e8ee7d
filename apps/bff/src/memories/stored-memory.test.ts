import { createMemory } from '@countersign/memory/model/create-memory';
import { expect, it } from 'vitest';
import { readStoredMemory } from './stored-memory.ts';

/** As older servers stored it. */
function older(source_info: object | undefined, sources: object[] = []) {
  const {
    origin: _,
    confirmed: __,
    ...memory
  } = createMemory({
    ...{ id: 'm', type: 'episodic', createdAt: 5 },
    content: {
      ...{ event_summary: 'e', timestamp: '', location: '', participants: [], causal_chain: {} },
      ...(source_info === undefined ? {} : { source_info }),
    },
  });
  return readStoredMemory(JSON.stringify({ ...memory, sources }));
}
const reviewed_by = { id: 'ada', name: 'Ada', at: 7 };
const source = { knowledgeId: 'k', agent: null, fingerprint: '', approvedBy: null };

it('of an older server is confirmed only if a person has reviewed, absorbed or noted it', () => {
  expect(older({ source_type: 'trajectory' })).toMatchObject({
    ...{ origin: { kind: 'work', caller: '' }, confirmed: null },
  });
  expect(older({ source_type: 'correction', reviewed_by })).toMatchObject({
    ...{ origin: { kind: 'correction', caller: '' }, confirmed: { name: 'Ada', at: 7 } },
  });
  expect(older({ source_type: 'trajectory', approved_by: reviewed_by }).confirmed?.id).toBe('ada');
  expect(older(undefined)).toMatchObject({ origin: { kind: 'person' }, confirmed: { at: 5 } });
  // What came from elsewhere may say anything of itself.
  expect(older({ source_type: 'correction', reviewed_by }, [source])).toMatchObject({
    ...{ origin: { kind: 'absorbed', caller: null }, confirmed: { name: 'an operator' } },
  });
  expect(older({}, [{ ...source, knowledgeId: 'pack:p/1' }]).origin.kind).toBe('pack');
});

it('of this server is as it was stored', () => {
  const memory = older({ source_type: 'trajectory' });
  expect(readStoredMemory(JSON.stringify(memory))).toEqual(memory);
});
