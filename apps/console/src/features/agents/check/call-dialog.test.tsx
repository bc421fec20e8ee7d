// @vitest-environment jsdom
import type { OfferedTool } from '@countersign/api/agents/agent-card';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { CallDialog } from './call-dialog.tsx';

const tool: OfferedTool = {
  name: 'delete_repo',
  title: 'Read file',
  description: null,
  inputSchema: { type: 'object', additionalProperties: false },
  outputSchema: null,
  hints: { readOnly: null, destructive: null, idempotent: null, openWorld: null },
  task: null,
};
const none = 'The tool has no arguments.';

describe('the dialog of a call', () => {
  it('names the tool that is called next to the title that the server gives it', () => {
    render(<CallDialog call={vi.fn()} onClose={vi.fn()} tool={tool} />);
    expect(screen.getByRole('dialog', { name: 'Call Read file (delete_repo)' })).toBeVisible();
    expect(screen.getByText(none)).toBeVisible();
  });

  it.each<OfferedTool['inputSchema']>([
    {
      ...{ type: 'object', $ref: '#/$defs/Paint' },
      $defs: { Paint: { type: 'object', properties: { colour: { type: 'string' } } } },
    },
    { type: 'object', anyOf: [{ properties: { colour: { type: 'string' } } }] },
    { type: 'object', oneOf: [{ properties: { colour: {} } }, { properties: { wall: {} } }] },
    { type: 'object', allOf: [{ properties: { colour: { type: 'string' } } }] },
    { type: 'object', patternProperties: { '^x-': { type: 'string' } } },
    { type: 'object', properties: {}, additionalProperties: { type: 'string' } },
    // Of a schema that was too large, this is left.
    { type: 'object' },
  ])('does not say that there are no arguments for %j', (inputSchema) => {
    render(<CallDialog call={vi.fn()} onClose={vi.fn()} tool={{ ...tool, inputSchema }} />);
    expect(screen.queryByText(none)).toBeNull();
    // Beside what the dialog has of its own: closing, cancelling, calling.
    const parts = ['button', 'textbox', 'radio', 'combobox'].flatMap((role) =>
      screen.queryAllByRole(role),
    );
    expect(parts.length).toBeGreaterThan(3);
  });

  it.each<OfferedTool['inputSchema']>([
    { type: 'object', properties: {} },
    { type: 'object', properties: {}, additionalProperties: false, $schema: 'http://x/y#' },
    { type: 'object', maxProperties: 0 },
  ])('says that there are none for %j', (inputSchema) => {
    render(<CallDialog call={vi.fn()} onClose={vi.fn()} tool={{ ...tool, inputSchema }} />);
    expect(screen.getByText(none)).toBeVisible();
  });

  it('stays while the call is on its way, and says that a lost one may have been started', async () => {
    const user = userEvent.setup();
    const onClose = vi.fn();
    let lose = (_reason: Error) => {};
    const promise = new Promise<void>((_, reject) => {
      lose = reject;
    });
    render(<CallDialog call={() => promise} onClose={onClose} tool={tool} />);
    await user.click(screen.getByRole('button', { name: /^Call/ }));
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    expect(onClose).not.toHaveBeenCalled();
    await act(async () => {
      lose(new TypeError('Failed to fetch'));
      await promise.catch(() => {});
    });
    expect(screen.getByRole('alert')).toHaveTextContent('The call may have been started');
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Call again: if it was started, no second call is made.',
    );
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('does not claim that nothing was started when the server failed', async () => {
    const user = userEvent.setup();
    const problem = { type: 'about:blank', title: 'Not ready', status: 503 };
    const call = () => Promise.reject(Object.assign(new Error('503'), { problem }));
    render(<CallDialog call={call} onClose={vi.fn()} tool={tool} />);
    await user.click(screen.getByRole('button', { name: /^Call/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The call may have been started');
  });

  it('shows a refusal of the server as one', async () => {
    const user = userEvent.setup();
    const problem = { type: 'about:blank', title: 'Forbidden', status: 403 };
    const call = () => Promise.reject(Object.assign(new Error('403'), { problem }));
    render(<CallDialog call={call} onClose={vi.fn()} tool={tool} />);
    await user.click(screen.getByRole('button', { name: /^Call/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The call was not started');
    expect(screen.getByRole('alert')).not.toHaveTextContent('no second call');
  });
});
