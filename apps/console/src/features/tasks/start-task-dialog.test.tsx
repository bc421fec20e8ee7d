// @vitest-environment jsdom
import type { Agent } from '@countersign/api/agent';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { StartTaskDialog } from './start-task-dialog.tsx';

const agent: Agent = {
  id: 'orchestrator',
  name: 'Orchestrator',
  protocol: 'hai',
  spoke: null,
  url: 'http://127.0.0.1:4411/run',
  description: 'Finds freelancers. Example: “Find two React contractors.”',
  headerNames: [],
  controlActions: [],
  takesFeedback: true,
  source: 'config',
  lastContact: null,
};
const other: Agent = {
  ...agent,
  id: 'planner',
  name: 'Planner',
  description: null,
  inputSchema: { type: 'object' },
};

function open(start: (body: unknown) => Promise<void>, agents: readonly Agent[] = [agent, other]) {
  render(
    <StartTaskDialog
      agentId=""
      agents={agents}
      agentsLink={<a href="/agents">Add an agent</a>}
      onOpenChange={() => {}}
      open
      start={start}
    />,
  );
}

describe('StartTaskDialog', () => {
  it('starts with the example of the agent', async () => {
    const start = vi.fn(() => Promise.resolve());
    open(start);
    await userEvent.selectOptions(screen.getByLabelText(/^Agent/), 'Orchestrator');
    await userEvent.click(screen.getByRole('button', { name: /Use an example/ }));
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(start).toHaveBeenCalledExactlyOnceWith({
      agentId: 'orchestrator',
      message: 'Find two React contractors.',
    });
  });

  it('keeps the example of the chosen agent until it is edited', async () => {
    const planner = { ...other, description: 'Plans cells. Example: “Plan the cells of Nantes.”' };
    open(vi.fn(), [agent, planner]);
    const choose = (name: string) => userEvent.selectOptions(screen.getByLabelText(/^Agent/), name);
    const message = screen.getByLabelText(/^Message/);
    await choose('Orchestrator');
    await userEvent.click(screen.getByRole('button', { name: /Use an example/ }));
    await choose('Planner');
    expect(message).toHaveValue('Plan the cells of Nantes.');
    await userEvent.type(message, ' Soon.');
    await choose('Orchestrator');
    expect(message).toHaveValue('Plan the cells of Nantes. Soon.');
  });

  it('offers those that people start first', async () => {
    open(vi.fn(), [
      { ...other, startedBy: 'agents' },
      { ...agent, id: 'quiet', name: 'Quiet' },
      { ...agent, startedBy: 'people' },
    ]);
    const names = within(screen.getByLabelText(/^Agent/))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(names).toEqual(['Choose an agent', 'Orchestrator', 'Quiet', 'Planner']);
  });

  it('reports missing values at their fields, and sends nothing', async () => {
    const start = vi.fn();
    open(start);
    await userEvent.click(screen.getByRole('button', { name: 'Start' }));
    expect(screen.getByLabelText(/^Agent/)).toHaveAccessibleDescription(
      expect.stringContaining('Choose an agent first'),
    );
    expect(screen.getByLabelText(/^Message/)).toHaveAccessibleDescription(
      expect.stringContaining('Write a message first'),
    );
    expect(start).not.toHaveBeenCalled();
  });

  it('takes structured input as JSON and refuses what is none', async () => {
    const start = vi.fn(() => Promise.resolve());
    open(start);
    await userEvent.selectOptions(screen.getByLabelText(/^Agent/), 'Planner');
    const input = screen.getByLabelText(/^Structured input/);
    await userEvent.click(input);
    await userEvent.paste('{"cell": ');
    await userEvent.click(screen.getByRole('button', { name: 'Start' }));
    expect(input).toHaveAccessibleDescription(expect.stringContaining('not a JSON object'));
    await userEvent.clear(input);
    await userEvent.click(input);
    await userEvent.paste('{"cell": 7}');
    await userEvent.click(screen.getByRole('button', { name: 'Start' }));
    expect(start).toHaveBeenCalledWith({ agentId: 'planner', input: { cell: 7 } });
  });

  it('draws the form of what the agent takes, and sends what was filled in', async () => {
    const start = vi.fn(() => Promise.resolve());
    const radio: Agent = {
      ...agent,
      id: 'radio',
      inputSchema: {
        type: 'object',
        properties: {
          cell: { type: 'string', pattern: '^[A-Z]{3}-\\d{4}-[123]$' },
          seed: { type: 'integer' },
        },
      },
    };
    open(start, [radio]);
    const cell = screen.getByLabelText(/^Cell/i);
    await userEvent.type(cell, 'nowhere');
    await userEvent.click(screen.getByRole('button', { name: 'Start' }));
    expect(start).not.toHaveBeenCalled();
    expect(screen.getByText('Correct the marked fields first')).toBeVisible();
    await userEvent.clear(cell);
    await userEvent.type(cell, 'NTO-0437-2');
    await userEvent.click(screen.getByRole('button', { name: 'Start' }));
    expect(start).toHaveBeenCalledWith({ agentId: 'radio', input: { cell: 'NTO-0437-2' } });
  });

  it('shows the server’s message when it refuses, and allows another try', async () => {
    const problem = {
      type: 'x',
      title: 'Unknown agent',
      status: 422,
      detail: 'http://127.0.0.1:9 does not answer',
    };
    const start = vi.fn(() => Promise.reject(Object.assign(new Error('x'), { problem })));
    open(start, [agent]);
    await userEvent.type(screen.getByLabelText(/^Message/), 'hello');
    await userEvent.click(screen.getByRole('button', { name: 'Start' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'http://127.0.0.1:9 does not answer',
    );
    expect(screen.getByRole('button', { name: 'Start' })).toBeEnabled();
  });

  it('does not claim that nothing was started when no answer arrived', async () => {
    open(() => Promise.reject(new TypeError('Failed to fetch')), [agent]);
    await userEvent.type(screen.getByLabelText(/^Message/), 'hello');
    await userEvent.click(screen.getByRole('button', { name: 'Start' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The task may have been started');
    expect(alert).toHaveTextContent('no second task is created');
  });

  it('links to the agents when there is none', () => {
    open(vi.fn(), []);
    expect(screen.getByRole('link', { name: 'Add an agent' })).toBeVisible();
  });
});
