import { isFrontEndTool } from '@countersign/adapters/hai/front-end-tools';
import { agentDescriptorSchema, type DeclaredTool } from '@countersign/hai/agent-descriptor';
import { describe, expect, it } from 'vitest';
import { directoryOf } from './agent-directory.ts';
import { toolsOfPeople } from './tools-for.ts';

const taskId = '7f3b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11';
const parameters = { type: 'object', properties: { cell: { type: 'string' } } };
const pickCell: DeclaredTool = {
  name: 'pickCell',
  description: 'Has a person pick a cell.',
  parameters,
  result: { type: 'object', required: ['cell'] },
};
const setPower: DeclaredTool = {
  name: 'setPower',
  description: 'Changes the power of a cell.',
  parameters,
  approval: 'mastra',
};

/** The offered tools when the directory has `planner` with these tools of its own, and `plain` with none. */
function offering(...tools: DeclaredTool[]) {
  const described = (id: string, more: object) =>
    agentDescriptorSchema.parse({ id, name: id, url: `https://${id}.example/run`, ...more });
  const known = [described('planner', { tools }), described('plain', {})];
  return toolsOfPeople(
    directoryOf([
      {
        name: 'config',
        descriptor: async (id) => known.find((agent) => agent.id === id) ?? null,
      },
    ]),
  );
}
const names = (tools: readonly { name: string }[]) => tools.map(({ name }) => name);

describe('the tools that an agent is offered', () => {
  it('are those that a person answers, for every agent and for a task without one', async () => {
    const toolsFor = offering(pickCell);
    const plain = await toolsFor('plain', taskId);
    expect(names(plain).every(isFrontEndTool)).toBe(true);
    expect(plain).not.toEqual([]);
    expect(await toolsFor(null, taskId)).toEqual(plain);
    // An agent that was removed while its task was running.
    expect(await toolsFor('removed', taskId)).toEqual(plain);
  });

  it('are its own in addition, without the members meant for the console only', async () => {
    const toolsFor = offering(pickCell);
    const { result: _, ...reported } = pickCell;
    expect(await toolsFor('planner', taskId)).toEqual([
      ...(await toolsFor('plain', taskId)),
      reported,
    ]);
  });

  it('are its own instead of the server’s of the same name', async () => {
    const confirm = { ...pickCell, name: 'confirmAction' };
    const offered = await offering(confirm)('planner', taskId);
    expect(names(offered).filter((name) => name === 'confirmAction')).toHaveLength(1);
    expect(offered.find(({ name }) => name === 'confirmAction')).toMatchObject({
      description: 'Has a person pick a cell.',
    });
  });

  it('are not those that the agent runs itself and that only wait for an approval', async () => {
    const offered = await offering(setPower)('planner', taskId);
    expect(names(offered)).not.toContain('setPower');
  });

  it('are the same in each of its tasks, and read again each time', async () => {
    const tools: DeclaredTool[] = [pickCell];
    const source = {
      name: 'api',
      descriptor: async (id: string) =>
        agentDescriptorSchema.parse({ id, name: id, url: 'https://planner.example/run', tools }),
    };
    const toolsFor = toolsOfPeople(directoryOf([source]));
    const first = await toolsFor('planner', taskId);
    expect(await toolsFor('planner', 'another-task')).toEqual(first);
    tools.push({ ...pickCell, name: 'pickBand' });
    expect(names(await toolsFor('planner', taskId))).toEqual([...names(first), 'pickBand']);
  });
});
