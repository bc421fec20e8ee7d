// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { en } from './en/en.ts';
import { setMessages } from './messages.ts';

/** Every message in brackets, including the results of messages with parameters. */
function bracketed(value: unknown): unknown {
  if (typeof value === 'string') return value === '' ? '' : `⟦${value}⟧`;
  if (typeof value === 'function') {
    return (...given: unknown[]) => bracketed(Reflect.apply(value, undefined, given));
  }
  if (Array.isArray(value)) return value.map(bracketed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, bracketed(held)]));
}

// Modules read their texts when they are loaded, which is after this.
setMessages('en', bracketed(en) as typeof en);
const { makePrompt, mount } = await import('../features/decision/testing/panel.tsx');
const { Appearance } = await import('../features/settings/appearance.tsx');
const { SignInForm } = await import('../features/sign-in/sign-in-form.tsx');
const { StartTaskDialog } = await import('../features/tasks/start-task-dialog.tsx');

const attributes = ['aria-label', 'title', 'placeholder', 'alt', 'aria-description'];

/** Texts on screen that are neither a message nor written by the agent or the operators. */
function strayWords(data: string): string[] {
  const texts = [...document.body.querySelectorAll('*')].flatMap((element) =>
    attributes.map((name) => element.getAttribute(name) ?? ''),
  );
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let body = '';
  while (nodes.nextNode() !== null) body += `${nodes.currentNode.nodeValue} `;
  const said = [body, ...texts].map((text) => {
    let rest = text;
    for (let before = ''; before !== rest; ) {
      before = rest;
      rest = rest.replace(/⟦[^⟦⟧]*⟧/g, ' ');
    }
    return rest;
  });
  const words = said.join('\n').match(/\p{L}{3,}/gu) ?? [];
  return [...new Set(words)].filter((word) => !data.includes(word));
}

it('finds a text that is not a message', () => {
  render(<p title="⟦Ask ⟦again⟧⟧">Nothing ⟦yet⟧ of Ada</p>);
  expect(strayWords('Ada')).toEqual(['Nothing']);
});

it('shows a question with messages and texts of the agent only', async () => {
  cleanup();
  const prompt = makePrompt({ claim: null, revision: 3 }, { explanation: 'The two collide.' });
  mount(prompt);
  await vi.waitFor(() => expect(document.body.textContent).toContain('Reassign PCI?'));
  expect(document.body.textContent).toMatch(/⟦/);
  expect(strayWords(`${JSON.stringify(prompt)} Sara Okafor Nov UTC Pci Ctrl Enter Esc`)).toEqual(
    [],
  );
});

it('shows settings, the sign-in and the start of a task with messages only', async () => {
  cleanup();
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  render(
    <>
      <Appearance />
      <SignInForm code={null} loss="over" signIn={() => Promise.resolve()} />
      <StartTaskDialog
        agentId=""
        agents={[]}
        agentsLink={null}
        onOpenChange={() => {}}
        open
        start={() => Promise.resolve()}
      />
    </>,
  );
  // Time zones have the names of the IANA database.
  for (const zone of document.querySelectorAll('option')) zone.remove();
  expect(
    strayWords(`English 中文（简体） ${Intl.DateTimeFormat().resolvedOptions().timeZone}`),
  ).toEqual([]);
});
