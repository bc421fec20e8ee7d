// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { TextWithMemories } from '../texts/quoted-text.tsx';
import { Markdown } from './markdown.tsx';

const hosts = 'https://evil.example/p?q=';

describe('Markdown of an agent', () => {
  it('never makes elements of HTML: it is shown as text', () => {
    const { container } = render(
      <Markdown
        text={
          '<img src=x onerror=alert(1)>\n\n<script>alert(1)</script>\n\n<iframe src="//x"></iframe>'
        }
      />,
    );
    expect(container.querySelector('img, script, iframe')).toBeNull();
    expect(container).toHaveTextContent('<script>alert(1)</script>');
  });

  it('loads no image, from any address', () => {
    const { container } = render(
      <Markdown
        text={`![secret](${hosts}abc) ![d](data:image/svg+xml,<svg/onload=alert(1)>) [![x](${hosts}y)](https://ok.example)\n\n![ref][r]\n\n[r]: ${hosts}ref`}
      />,
    );
    expect(
      container.querySelector('img, picture, source, [src], [srcset], [style*="url"]'),
    ).toBeNull();
    expect(container).toHaveTextContent('Image “secret” at evil.example, not loaded');
  });

  it.each([
    ['javascript:alert(1)'],
    ['JaVaScRiPt:alert(1)'],
    ['java&#115;cript:alert(1)'],
    ['data:text/html,alert(1)'],
    ['vbscript:x'],
    ['file:///etc/passwd'],
    ['/api/tasks'],
    ['//evil.example'],
    ['https://bank.example@evil.example/'],
    // This console itself, in tests http://localhost:3000.
    ['http://localhost:3000/api/tasks'],
    ['http://127.0.0.1:3000/inbox/call_Yk3Jp0x9QmTzV710bWc4RdNf'],
    ['http://[::1]:3000/sign-in#code=x'],
    ['http://LOCALHOST:3000/settings/operators'],
  ])('offers no link to %s', (address) => {
    render(<Markdown text={`[press me](<${address}>)`} />);
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByText('press me')).toBeInTheDocument();
  });

  it.each([
    '/knowledge/memories/',
    '/knowledge/memories/a/b',
    '/knowledge/memories/..',
    '/knowledge/memories/%2e%2E',
    '/knowledge/memories/a?verdict=approve',
    '/knowledge/memories/a#edit',
    '/knowledge/packs',
    '//evil.example/knowledge/memories/a',
    'http://localhost:3000/knowledge/memories/a',
  ])('takes %s for no memory', (address) => {
    const words = `[press me](${address})`;
    render(<Markdown text={`[press me](<${address}>)`} />);
    render(<TextWithMemories>{words}</TextWithMemories>);
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByText(words)).toBeInTheDocument();
  });

  it('links to a memory, the one place of this console', () => {
    const words = 'Seen before ([memory](/knowledge/memories/wf-1%20a), approved by Ada).';
    render(<Markdown text={words} />);
    render(<TextWithMemories>{words}</TextWithMemories>);
    const links = screen.getAllByRole('link', { name: 'memory' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/knowledge/memories/wf-1%20a',
      '/knowledge/memories/wf-1%20a',
    ]);
    for (const link of links) {
      expect(link.parentElement).toHaveTextContent('Seen before (memory, approved by Ada).');
    }
  });

  it('shows where a link goes and sends no referrer', () => {
    const { container } = render(
      <Markdown text="[https://bank.example](https://evil.example/login)" />,
    );
    const link = screen.getByRole('link', { name: 'https://bank.example' });
    expect(link).toHaveAttribute('rel', expect.stringContaining('noreferrer'));
    expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
    expect(container).toHaveTextContent('https://bank.example evil.example');
  });

  it('shows a look-alike host in its ASCII form', () => {
    const { container } = render(<Markdown text="[pay](https://аpple.com/)" />);
    expect(container).toHaveTextContent('xn--');
  });

  it('spells out bidirectional overrides', () => {
    const { container } = render(<Markdown text={'run \u202Egnp.exe'} />);
    expect(container).toHaveTextContent('⟨U+202E⟩');
  });

  it('reads an unclosed tail as what it will be, and keeps finished blocks in place', () => {
    const { container, rerender } = render(
      <Markdown open text={'# One\n\nFirst.\n\nSecond.\n\nSo **fa'} />,
    );
    expect(screen.getByText('fa').tagName).toBe('STRONG');
    const first = screen.getByText('First.');
    rerender(
      <Markdown open text={'# One\n\nFirst.\n\nSecond.\n\nSo **far** so good [link](https://ex'} />,
    );
    expect(screen.getByText('First.')).toBe(first);
    expect(screen.queryByRole('link')).toBeNull();
    expect(container).toHaveTextContent('So far so good link');
  });

  it('renders nothing, a lone newline and a huge word without harm', () => {
    const { container, rerender } = render(<Markdown text="" />);
    rerender(<Markdown text={'\n'} />);
    rerender(<Markdown text={'x'.repeat(5000)} />);
    expect(container.textContent).toHaveLength(5000);
  });

  it('has a copy button at code, which copies the code alone', async () => {
    const user = userEvent.setup();
    render(<Markdown text={'Run this:\n\n```sh\nnpm start -- --port 8000\n```'} />);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect((await navigator.clipboard.readText()).trim()).toBe('npm start -- --port 8000');
  });
});
