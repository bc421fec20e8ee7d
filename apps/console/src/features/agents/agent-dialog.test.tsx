// @vitest-environment jsdom
import type { Agent } from '@countersign/api/agent';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { AgentDialog } from './agent-dialog.tsx';

const all = ['feedback', 'control', 'tools'] as const;
const protocols = [
  {
    id: 'detect',
    name: 'Detect',
    about: 'Each event is read as what it is.',
    fields: [...all],
    origins: [],
    attachments: [],
    controls: [
      {
        id: 'semaphore',
        name: 'Semaphore',
        urlLabel: 'URL of the mast',
        urlHelp: 'Without its flags.',
        actions: ['stop' as const],
        agentUrlEnds: '/mast/{id}/up',
      },
    ],
  },
  {
    id: 'parley',
    name: 'Parley',
    about: 'Lines of JSON over HTTP.',
    fields: [],
    origins: [],
    attachments: [],
    controls: [],
  },
];

it('offers the protocols that the server knows, and asks only for what the chosen one uses', async () => {
  const save = vi.fn(() => Promise.resolve());
  render(
    <AgentDialog
      agent={null}
      libraries={[]}
      onOpenChange={() => {}}
      open
      protocols={protocols}
      save={save}
      taken={[]}
      test={() => Promise.reject(new Error('not asked'))}
    />,
  );
  expect(screen.getByLabelText('Feedback URL')).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Protocol'), 'Parley');
  expect(screen.getByText('Lines of JSON over HTTP.')).toBeTruthy();
  expect(screen.queryByLabelText('Feedback URL')).toBeNull();
  expect(screen.queryByLabelText('Control URL')).toBeNull();
  expect(screen.queryByLabelText('Stopped by')).toBeNull();
  await userEvent.type(screen.getByLabelText(/^Name/), 'Envoy');
  await userEvent.type(screen.getByLabelText(/^URL/), 'http://127.0.0.1:4433/turns');
  await userEvent.click(screen.getByRole('button', { name: /^Add|^Save/ }));
  expect(save).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ id: 'envoy', protocol: 'parley' }),
  );
});

it('offers the ways to stop a run that the protocol has, with their labels', async () => {
  const save = vi.fn(() => Promise.resolve());
  render(
    <AgentDialog
      agent={null}
      libraries={[]}
      onOpenChange={() => {}}
      open
      protocols={protocols}
      save={save}
      taken={[]}
      test={() => Promise.reject(new Error('not asked'))}
    />,
  );
  await userEvent.type(screen.getByLabelText(/^Name/), 'Envoy');
  await userEvent.type(screen.getByLabelText(/^URL/), 'http://127.0.0.1:4433/a.b/mast/x1/up');
  await userEvent.selectOptions(screen.getByLabelText('Stopped by'), 'Semaphore');
  expect(screen.getByLabelText('URL of the mast')).toHaveValue('http://127.0.0.1:4433/a.b');
  expect(screen.getByText('Without its flags.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^Add|^Save/ }));
  expect(save).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      control: { url: 'http://127.0.0.1:4433/a.b', actions: [], template: 'semaphore' },
    }),
  );
});

const found = {
  spoke: null,
  wantsHeader: false,
  needsRun: false,
  findings: [
    { kind: 'bad' as const, text: 'It answers (HTTP 404).' },
    {
      kind: 'note' as const,
      text: 'At http://tools.example/mcp is an MCP server.',
      suggestion: {
        url: 'http://tools.example/mcp',
        protocol: 'parley',
        name: 'Work Shop',
        description: 'Tools of a workshop.',
      },
    },
  ],
};

function adding() {
  const save = vi.fn(() => Promise.resolve());
  const test = vi.fn(() => Promise.resolve(found));
  render(
    <AgentDialog
      agent={null}
      libraries={[]}
      onOpenChange={() => {}}
      open
      protocols={protocols}
      save={save}
      taken={['work-shop']}
      test={test}
    />,
  );
  return { save, test };
}

it('is filled from an address alone: it is tested, and what was found is used', async () => {
  const { save, test } = adding();
  expect(screen.getByLabelText(/^URL/)).toHaveFocus();
  await userEvent.keyboard('http://tools.example');
  await userEvent.click(screen.getByRole('button', { name: 'Test' }));
  expect(test).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ url: 'http://tools.example', protocol: 'detect' }),
  );
  const use = screen.getByRole('button', { name: 'Use this address' });
  expect(use).toHaveAccessibleDescription('At http://tools.example/mcp is an MCP server.');
  await userEvent.click(use);
  const line = screen.getByText('Filled in: URL, Protocol, Name, Description.');
  expect(line).toHaveFocus();
  expect(screen.queryByRole('button', { name: /^Use/ })).toBeNull();
  // The next field is the first one that was filled in below.
  await userEvent.tab();
  expect(screen.getByLabelText(/^Name/)).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(save).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      id: 'work-shop-2',
      name: 'Work Shop',
      url: 'http://tools.example/mcp',
      protocol: 'parley',
      description: 'Tools of a workshop.',
    }),
  );
});

it('what was found replaces no name that the operator has written', async () => {
  adding();
  await userEvent.type(screen.getByLabelText(/^URL/), 'http://tools.example/mcp');
  await userEvent.type(screen.getByLabelText(/^Name/), 'Mine');
  await userEvent.click(screen.getByRole('button', { name: 'Test' }));
  await userEvent.click(screen.getByRole('button', { name: 'Use it' }));
  expect(screen.getByText('Filled in: Protocol, Description.')).toBeTruthy();
  expect(screen.getByLabelText(/^Name/)).toHaveValue('Mine');
  expect(screen.getByLabelText(/^Id/)).toHaveValue('mine');
  // A name that was filled in is no name of the operator's.
  await userEvent.clear(screen.getByLabelText(/^Name/));
  await userEvent.click(screen.getByRole('button', { name: 'Use it' }));
  expect(screen.getByLabelText(/^Name/)).toHaveValue('Work Shop');
});

const mcpServer = {
  ...{
    id: 'mcp',
    name: 'MCP server',
    about: 'Tools that operators call.',
    fields: ['mcp' as const],
  },
  ...{ origins: [], attachments: [], controls: [] },
};
const workshop: Agent = {
  ...{ id: 'workshop', name: 'Workshop', protocol: 'mcp', url: 'http://tools.example/mcp' },
  ...{ spoke: null, description: null, headerNames: [], controlActions: ['stop'] },
  ...{ takesFeedback: true, source: 'api', lastContact: null },
  mcp: { direct: ['echo'], roots: [{ uri: 'file:///srv', name: 'Work' }] },
};

function editing(agent: Agent) {
  const save = vi.fn(() => Promise.resolve());
  render(
    <AgentDialog
      agent={agent}
      libraries={[]}
      onOpenChange={() => {}}
      open
      protocols={[...protocols, mcpServer]}
      save={save}
      taken={['workshop']}
      test={() => Promise.reject(new Error('not asked'))}
    />,
  );
  return save;
}

it('changes which tools of an MCP server are called without approval, and its folders', async () => {
  const save = editing(workshop);
  const direct = screen.getByLabelText('Tools called without approval');
  expect(direct).toHaveValue('echo');
  const roots = screen.getByLabelText('Folders');
  expect(roots).toHaveValue('file:///srv');
  await userEvent.type(direct, '\nadd');
  await userEvent.type(roots, '\nsrv/other');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(roots).toHaveAccessibleDescription(/srv\/other is neither an absolute path/);
  expect(save).not.toHaveBeenCalled();
  await userEvent.clear(roots);
  await userEvent.type(roots, 'file:///srv\n/srv/other');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(save).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      mcp: {
        direct: ['echo', 'add'],
        roots: [{ uri: 'file:///srv', name: 'Work' }, { uri: 'file:///srv/other' }],
      },
    }),
  );
});

it('lets a person name the folders again, and says nothing of MCP for other agents', async () => {
  const save = editing(workshop);
  await userEvent.selectOptions(screen.getByLabelText('Folders it may use'), 'ask');
  expect(screen.queryByLabelText('Folders')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(save).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ mcp: { direct: ['echo'] } }),
  );
  await userEvent.selectOptions(screen.getByLabelText('Protocol'), 'Parley');
  expect(screen.queryByLabelText('Tools called without approval')).toBeNull();
});

it('says how to install what an agent is written with, from the address of this console', async () => {
  const libraries = [
    { kind: 'npm' as const, name: 'agent', version: '1.2.3', path: '/packages/agent-1.2.3.tgz' },
    { kind: 'python' as const, name: 'agent', version: '1.2.3', path: '/packages/agent.whl' },
  ];
  const user = userEvent.setup();
  render(
    <AgentDialog
      agent={null}
      libraries={libraries}
      onOpenChange={() => {}}
      open
      protocols={protocols}
      save={() => Promise.resolve()}
      taken={[]}
      test={() => Promise.reject(new Error('not asked'))}
    />,
  );
  const npm = `npm i ${location.origin}/packages/agent-1.2.3.tgz`;
  const pip = `pip install ${location.origin}/packages/agent.whl`;
  expect([screen.getByText(npm), screen.getByText(pip)]).toHaveLength(2);
  for (const [language, line] of [
    ['TypeScript', npm],
    ['Python', pip],
  ] as const) {
    await user.click(screen.getByRole('button', { name: new RegExp(`Copy.*${language}`) }));
    expect(await navigator.clipboard.readText()).toBe(line);
  }
});
