// @vitest-environment jsdom
import { upFormatOrigin } from '@countersign/api/origin';
import type { ThreadPrompt } from '@countersign/thread/thread-prompt';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { decisionsCsv } from './decisions-csv.ts';
import { DecisionsPanel } from './decisions-panel.tsx';

const asked = Date.UTC(2026, 10, 21, 14, 0, 0);
const prompt: ThreadPrompt = {
  id: 'y5a8vhh2kaersf1sghyxxsmp5m',
  messageId: 'chatcmpl-9rT3kQ2vXn7LbW5',
  speaker: 'orchestrator',
  runId: 'run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
  origin: upFormatOrigin,
  blocking: false,
  state: 'answered',
  ask: '=Whom shall I invite?',
  sequence: 12,
  openedAt: asked,
  expiresAt: asked + 600_000,
  closedAt: asked + 90_000,
  closedReason: null,
  digest: '9f3ac2e144b0'.padEnd(64, '0'),
  decision: {
    id: 'd',
    promptId: 'y5a8vhh2kaersf1sghyxxsmp5m',
    by: { kind: 'operator', id: 'sara', name: 'Sara Okafor' },
    feedback: { type: 'reject', content: { reason: 'No budget' } },
    digest: '9f3ac2e144b0'.padEnd(64, '0'),
    state: 'acknowledged',
    recordedAt: asked + 90_000,
    releaseAt: null,
    waitsFor: [],
    attempts: 1,
    deliveredAt: asked + 91_000,
    acknowledgedAt: asked + 92_000,
    failure: null,
  },
};
const link = (_id: string, children: React.ReactNode) => <a href="/inbox">{children}</a>;

describe('the decisions of a task', () => {
  it('show on their own page when, by whom, the status, the deadline and what was shown', () => {
    render(<DecisionsPanel isWhole promptLink={link} prompts={[prompt]} />);
    expect(screen.getByText(/rejected/)).toBeVisible();
    const fact = (term: string) => screen.getByText(term).nextElementSibling;
    expect(fact('Asked')).toHaveTextContent(/^\d\d:00:00$/);
    expect(fact('Open for')).toHaveTextContent('1:30');
    expect(fact('Deadline')).toHaveTextContent(/^\d\d:10:00$/);
    expect(fact('Answered by')).toHaveTextContent('Sara Okafor');
    expect(fact('Seal')).toHaveTextContent('9f3a c2e1 44b0');
    expect(
      screen.getAllByRole('listitem').filter((one) => one.dataset['state'] === 'ok'),
    ).toHaveLength(3);
  });

  it('say of an answer to several questions that it was one', () => {
    const decision = prompt.decision && { ...prompt.decision, inBulk: true as const };
    render(<DecisionsPanel isWhole promptLink={link} prompts={[{ ...prompt, decision }]} />);
    const fact = screen.getByText('Answered by').nextElementSibling;
    expect(fact).toHaveTextContent('Sara Okafor, together with other questions');
  });

  it('say that there was no answer where the default was sent', () => {
    const decision: ThreadPrompt['decision'] = prompt.decision && {
      ...prompt.decision,
      by: { kind: 'default', id: 'default', name: 'Default' },
    };
    render(<DecisionsPanel isWhole promptLink={link} prompts={[{ ...prompt, decision }]} />);
    expect(screen.getByText('nobody: the default at the deadline')).toBeVisible();
  });

  it('have the agent’s label next to ours, on the page and in the table', () => {
    const labelled = { ...prompt, labels: { approve: 'Go on without it', reject: 'Stop here' } };
    render(<DecisionsPanel promptLink={link} prompts={[labelled]} />);
    expect(screen.getByText(/rejected as “Stop here”, “No budget”/)).toBeVisible();
    expect(decisionsCsv([labelled])).toContain('rejected as “Stop here”, “No budget”');
    expect(decisionsCsv([labelled])).not.toContain('Go on');
  });

  it('unfold what was sent, which is asked for only then', async () => {
    const sent = vi.fn(() => <p>Rate 95 → 90</p>);
    render(<DecisionsPanel isWhole promptLink={link} prompts={[prompt]} sent={sent} />);
    expect(sent).not.toHaveBeenCalled();
    await userEvent.click(screen.getByText('What was sent'));
    expect(await screen.findByText('Rate 95 → 90')).toBeVisible();
    expect(sent).toHaveBeenCalledWith(prompt);
  });

  it('are saved as a table in which no text of an agent is a formula', () => {
    const [, row] = decisionsCsv([prompt]).split('\r\n');
    expect(row).toMatch(/^2026-11-21T14:00:00\.000Z,'=Whom shall I invite\?,false,answered,/);
    expect(row).toContain('Sara Okafor');
  });
});
