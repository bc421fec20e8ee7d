// @vitest-environment jsdom
import type { Agent } from '@countersign/api/agent';
import type { CheckReport } from '@countersign/api/agents/agent-check';
import { configure, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { apiServer } from '../../../testing/api-server.ts';
import { mountView } from '../../knowledge/testing/page.tsx';
import { CheckDialog } from './check-dialog.tsx';

vi.setConfig({ testTimeout: 60_000 });
configure({ asyncUtilTimeout: 15_000 });
const net = apiServer();
const agent: Agent = {
  ...{ id: 'painter', name: 'Painter', protocol: 'hai', url: 'http://10.0.0.5:80' },
  ...{ spoke: null, description: null, headerNames: [], controlActions: ['stop'] },
  ...{ takesFeedback: true, source: 'api', lastContact: null },
};
const report: CheckReport = {
  agent: { id: 'painter', name: 'Painter', url: 'http://10.0.0.5:80' },
  ...{ checkedAt: '2026-11-21T10:00:00Z', speaks: null, runs: 1, findings: [] },
};

/** Opens the dialog for an agent of a protocol; what it sends is kept. */
function open(protocol: string): unknown[] {
  const sent: unknown[] = [];
  net.answer(
    http.post('*/api/agents/:id/check', async ({ request }) => {
      sent.push(await request.json());
      return new HttpResponse(`${JSON.stringify({ report })}\n`);
    }),
  );
  mountView(net, <CheckDialog agent={{ ...agent, protocol }} onClose={() => {}} />, '/knowledge/x');
  return sent;
}
const begin = () => screen.findByRole('button', { name: 'Start the check' });

it.each(['hai', 'ag-ui', 'a2a'])('an agent of %s is sent the message', async (protocol) => {
  const sent = open(protocol);
  const user = userEvent.setup();
  expect(await begin()).toBeDisabled();
  await user.type(screen.getByLabelText(/^Message/), 'Paint a wall');
  await user.click(await begin());
  expect(await screen.findByText(/^Nothing failed/)).toBeVisible();
  expect(sent).toEqual([{ message: 'Paint a wall' }]);
});

it.each([
  ['pay', { tool: 'pay' }],
  ['', {}],
])('of an MCP server a tool is called, named “%s”', async (tool, body) => {
  const sent = open('mcp');
  const user = userEvent.setup();
  await begin();
  if (tool !== '') await user.type(screen.getByLabelText(/^Tool/), tool);
  await user.click(await begin());
  expect(await screen.findByText(/^Nothing failed/)).toBeVisible();
  expect(sent).toEqual([body]);
});

it('a check that could not start keeps the message', async () => {
  net.answer(
    http.post('*/api/agents/:id/check', () =>
      HttpResponse.json({ type: 'about:blank', title: 'Broken', status: 500 }, { status: 500 }),
    ),
  );
  const user = userEvent.setup();
  mountView(net, <CheckDialog agent={agent} onClose={() => {}} />, '/knowledge/x');
  await user.type(await screen.findByRole('textbox'), 'Paint a wall');
  await user.click(screen.getByRole('button', { name: /^Start/ }));
  await screen.findByRole('alert');
  expect(screen.getByRole('textbox')).toHaveValue('Paint a wall');
});
