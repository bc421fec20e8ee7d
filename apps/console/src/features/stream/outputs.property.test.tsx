// @vitest-environment jsdom

import type { Output } from '@countersign/hai/event';
import { runs } from '@countersign/testkit/deep';
import type { Part } from '@countersign/thread/thread';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { OutputView } from './outputs/output-view.tsx';
import { MessageBody } from './rows/message-body.tsx';
import { messageSegments } from './rows/message-segments.ts';

const types = [
  'text',
  'thinking',
  'fold',
  'toolCallShow',
  'icon',
  'button',
  'progress',
  'table',
  'chart',
  'graph',
  'form',
  'image',
  'audio',
  'video',
  'file',
  'upformat',
  'hologram',
  '__proto__',
  'constructor',
] as const;
const members = [
  'data',
  'content',
  'title',
  'name',
  'label',
  'icon',
  'color',
  'value',
  'columns',
  'rows',
  'series',
  'categories',
  'values',
  'nodes',
  'edges',
  'url',
  'base64',
  'mimeType',
  'schema',
  'tools',
  'progress',
  'id',
  'from',
  'to',
  'x',
  'y',
  'key',
  'fold',
  'position',
  'toString',
  'valueOf',
] as const;

/** It cannot be converted to a string. */
const odd = { toString: 1, valueOf: null };

const nasty = fc.constantFrom<unknown>(
  'javascript:alert(1)',
  'https://tracker.example/pixel.png?user=1',
  '//tracker.example/x',
  'data:text/html;base64,PHNjcmlwdD4=',
  'data:image/svg+xml;base64,PHN2Zz4=',
  'data:image/png;base64,AAAA" onerror="alert(1)',
  '<img src=https://tracker.example/x onerror=alert(1)>',
  'url(https://tracker.example/x)',
  '![x](https://tracker.example/y.png)',
  '\u202Egnp.exe',
  '\uD800',
  '__proto__',
  1e308,
  -0.5,
  Number.MAX_SAFE_INTEGER,
  null,
  true,
  odd,
  [[[[[]]]]],
);
/** Values with the member names of outputs, so that they pass the first checks. */
const value = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    nasty,
    fc.string(),
    fc.double({ noNaN: true }),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...members), tie('any'), { maxKeys: 6 }),
  ),
})).any;
const output = fc
  .record({
    type: fc.constantFrom(...types),
    rest: fc.dictionary(fc.constantFrom(...members), value),
  })
  .map(({ type, rest }): Output => ({ ...(JSON.parse(JSON.stringify(rest)) as object), type }));

/** Rendering must not fetch, run or send anything. */
function expectHarmless(container: HTMLElement): void {
  expect(container.querySelector('script, iframe, object, embed, link, style, form')).toBeNull();
  for (const element of container.querySelectorAll('*')) {
    for (const { name, value: held } of element.attributes) {
      expect(name).not.toMatch(/^on|srcset|autoplay|poster|background$/);
      if (name === 'src')
        expect(held).toMatch(/^data:(image|audio|video)\/(?!svg)[a-z0-9]+;base64,/);
      if (name === 'style') expect(held).not.toMatch(/url|expression|@import/i);
      if (name === 'href') {
        expect(held).toMatch(/^(https?:|mailto:|data:application\/octet-stream;base64,)/);
        if (/^https?:/.test(held)) expect(element).toHaveAttribute('referrerpolicy', 'no-referrer');
      }
    }
  }
}

// Drawn outputs are in their own chunk: once it is loaded, they are drawn at once.
beforeAll(async () => {
  render(<OutputView open={false} output={{ type: 'chart', values: [1, 2] }} />);
  await vi.waitFor(() => expect(screen.queryByRole('status')).toBeNull());
  cleanup();
});

describe('an output of an agent, with any content', () => {
  it('is drawn, loads nothing and breaks nothing', () => {
    const fault = vi.spyOn(console, 'error').mockImplementation(() => {});
    fc.assert(
      fc.property(output, (hostile) => {
        const { container } = render(<OutputView open={false} output={hostile} />);
        expectHarmless(container);
        cleanup();
      }),
      { numRuns: runs(100) },
    );
    fault.mockRestore();
  });

  it.each<Output>([
    { type: 'chart', series: [{ name: odd, values: [1], label: odd }], categories: [odd] },
    { type: 'chart', series: [{ points: [[odd, 1], { x: odd, y: 2 }] }] },
    { type: 'table', columns: [{ key: odd, label: odd }, odd], rows: [{ odd }, [odd]] },
    { type: 'graph', nodes: [{ id: 'a', x: 1, y: 1 }], edges: [{ from: odd, to: odd }] },
    { type: 'toolCallShow', data: { title: odd, tools: [odd, { id: odd, name: odd, data: odd }] } },
    { type: 'progress', value: odd, label: odd },
    { type: 'image', url: odd, base64: odd, mimeType: odd, name: odd },
    { type: 'form', schema: odd },
    { type: 'icon', data: { icon: odd, color: odd } },
    { type: 'button', data: { name: odd } },
  ])('is drawn where a word is expected and something else stands: $type', (hostile) => {
    expectHarmless(render(<OutputView open={false} output={hostile} />).container);
  });

  it('holds in a message with folds, blocks and reasoning around it too', () => {
    const fault = vi.spyOn(console, 'error').mockImplementation(() => {});
    const part = fc.oneof(
      output.map((held): Part => ({ kind: 'output', output: held })),
      fc.record({ output, blockId: fc.constantFrom('a', 'b', '__proto__'), colour: value }).map(
        ({ output: held, blockId, colour }): Part => ({
          kind: 'output',
          output: held,
          blockId,
          background: String(JSON.stringify(colour)),
        }),
      ),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const { container } = render(
          messageSegments(parts).map((segment) =>
            segment.kind === 'body' ? (
              <MessageBody key={segment.key} nodes={segment.nodes} open={false} />
            ) : null,
          ),
        );
        expectHarmless(container);
        cleanup();
      }),
      { numRuns: runs(40) },
    );
    fault.mockRestore();
  });

  it('stays a page when folds or tool lists are nested without end', () => {
    const folds = Array.from(
      { length: 300 },
      (): Part => ({
        kind: 'output',
        output: { type: 'fold', data: { title: 'deeper', fold: false, position: 'start' } },
      }),
    );
    const [body] = messageSegments(folds);
    if (body?.kind !== 'body') throw new Error('no body');
    const { container } = render(<MessageBody nodes={body.nodes} open={false} />);
    expect(depthOf(container)).toBeLessThan(60);
    cleanup();
    let nested: Output = { type: 'text', content: 'the innermost' };
    for (let level = 0; level < 100; level += 1) {
      nested = {
        type: 'toolCallShow',
        data: { tools: [{ name: 'in', data: { data: [nested] } }] },
      };
    }
    expect(depthOf(render(<OutputView open={false} output={nested} />).container)).toBeLessThan(60);
  });
});

function depthOf(element: Element): number {
  let depth = 0;
  for (let level: Element[] = [element]; level.length > 0; depth += 1) {
    level = level.flatMap((each) => [...each.children]);
  }
  return depth;
}

const bytes = 'AAAA';
const show = (held: Output) => render(<OutputView open={false} output={held} />).container;

describe('each kind of output', () => {
  it('text is markdown', () => {
    show({ type: 'text', content: 'so **much**' });
    expect(screen.getByText('much').tagName).toBe('STRONG');
  });
  it('progress shows a share or a percentage, and stays between 0 and 100 %', () => {
    show({ type: 'progress', value: 0.4, label: 'Geocoding' });
    expect(screen.getByRole('progressbar', { name: 'Geocoding' })).toHaveAttribute(
      'aria-valuenow',
      '40',
    );
    cleanup();
    show({ type: 'progress', data: { value: '730 %', label: 'Too far' } });
    expect(screen.getByRole('progressbar', { name: 'Too far' })).toHaveAttribute(
      'aria-valuenow',
      '100',
    );
  });
  it('a tool list shows each tool, its status, and its result', () => {
    show({
      type: 'toolCallShow',
      data: {
        title: 'Checks',
        tools: [
          { id: 'a', name: 'Routes', description: '16 of 22', progress: 73 },
          {
            id: 'b',
            name: 'Dates',
            progress: 1,
            data: { data: [{ type: 'text', content: '**ok**' }] },
          },
        ],
      },
    });
    expect(screen.getByText('1 of 2 done')).toBeVisible();
    expect(screen.getByText('73%')).toBeVisible();
    expect(screen.getByText('ok').tagName).toBe('STRONG');
  });
  it.each(['audio', 'video'] as const)('%s that came along waits to be played', (type) => {
    const mimeType = type === 'audio' ? 'audio/mpeg' : 'video/mp4';
    const element = show({ type, base64: bytes, mimeType, name: 'tape' }).querySelector(type);
    expect(element).toHaveAttribute('controls');
    expect(element).not.toHaveAttribute('autoplay');
    expect(element).toHaveAccessibleName(/tape/);
  });
  it.each(['image', 'audio', 'video', 'file'] as const)(
    'a remote %s is named with its host and opened on request only',
    (type) => {
      const container = show({ type, url: 'https://cdn.example/a?b=1', name: 'a' });
      expect(container.querySelector('img, audio, video')).toBeNull();
      const link = screen.getByRole('link', { name: /Open in a new tab/ });
      expect(link).toHaveAttribute('rel', expect.stringContaining('noreferrer'));
      expect(container).toHaveTextContent('cdn.example');
    },
  );
  it('an embedded file is saved under its bare name, as plain bytes', () => {
    show({ type: 'file', base64: bytes, mimeType: 'text/html', name: '../../x.html' });
    const link = screen.getByRole('link', { name: /Save|Download/ });
    expect(link).toHaveAttribute('href', `data:application/octet-stream;base64,${bytes}`);
    expect(link.getAttribute('download')).not.toContain('/');
  });
  it('a form without a question of the server shows what it would ask', () => {
    const container = show({
      type: 'form',
      schema: { properties: { radiusKm: { type: 'integer' } } },
    });
    expect(container).toHaveTextContent('radiusKm');
  });
  it('an unknown type is labelled and never dropped', async () => {
    const container = show({ type: 'hologram', depth: 3 });
    const box = within(container).getByRole('button', { name: /hologram/ });
    await userEvent.click(box);
    expect(container).toHaveTextContent('"depth"');
  });
  it('a fold hides its content until it is opened', async () => {
    const parts: Part[] = [
      {
        kind: 'output',
        output: { type: 'fold', data: { title: 'Figures', fold: true, position: 'start' } },
      },
      { kind: 'text', text: 'the hidden figures' },
      { kind: 'output', output: { type: 'fold', data: { position: 'end' } } },
      { kind: 'text', text: 'and then' },
    ];
    const [body] = messageSegments(parts);
    if (body?.kind !== 'body') throw new Error('no body');
    render(<MessageBody nodes={body.nodes} open={false} />);
    expect(screen.queryByText('the hidden figures')).toBeNull();
    expect(screen.getByText('and then')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /Figures/ }));
    expect(screen.getByText('the hidden figures')).toBeVisible();
  });
});
