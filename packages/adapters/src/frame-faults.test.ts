import { expect, it } from 'vitest';
import { createA2aDecoder } from './a2a/decoder.ts';
import { createAcpDecoder } from './acp/decoder.ts';
import { agentStatements } from './agent-statements.ts';

const run = { threadId: 't', runId: 'r', agentId: 'a' };

it.each([
  ['frame.no-a2a', createA2aDecoder],
  ['frame.no-acp', createAcpDecoder],
] as const)('a frame that is not of its protocol has the fault %s', (code, createDecoder) => {
  const faultOf = (frame: string) => createDecoder(run).decode(frame);
  expect(faultOf('[]')).toMatchObject({
    issues: [{ path: '', message: agentStatements[code], statement: { code } }],
    refused: 1,
  });
  expect(faultOf('{')).toMatchObject({
    issues: [{ statement: { code: 'frame.no-json' } }],
    refused: 1,
  });
});
