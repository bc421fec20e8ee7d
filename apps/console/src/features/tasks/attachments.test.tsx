// @vitest-environment jsdom
import type { Attachment } from '@countersign/api/attachment';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Attachments } from './attachments.tsx';

let sent: readonly Attachment[];

function Form({ takesFiles }: { takesFiles: boolean }) {
  const [value, setValue] = useState<readonly Attachment[]>([]);
  sent = value;
  const tasks = [{ id: 'T-1', title: 'The weather' }];
  return <Attachments onChange={setValue} takesFiles={takesFiles} tasks={tasks} value={value} />;
}

const pick = (...files: File[]) =>
  userEvent.upload(screen.getByLabelText('Attach a file', { selector: 'input' }), files);

it('attaches texts, files and results, shows them, and takes them away again', async () => {
  render(<Form takesFiles />);
  await pick(
    new File(['Bring a coat.'], 'notes.txt', { type: 'text/plain' }),
    new File([new Uint8Array([0, 255, 1])], 'map.png', { type: 'image/png' }),
  );
  expect(await screen.findByText('Bring a coat.')).toBeInTheDocument();
  expect(screen.getByAltText('map.png')).toHaveAttribute('src', 'data:image/png;base64,AP8B');
  await userEvent.click(screen.getByRole('button', { name: 'Attach a text' }));
  await userEvent.type(screen.getByLabelText('Name of the text'), 'Wish');
  await userEvent.type(screen.getByLabelText('Text'), 'No rain');
  await userEvent.click(screen.getByRole('button', { name: 'Attach' }));
  await userEvent.click(screen.getByRole('button', { name: 'Attach a result' }));
  await userEvent.selectOptions(screen.getByLabelText(/^Task whose/), 'The weather');
  expect(sent).toEqual([
    { kind: 'text', name: 'notes.txt', text: 'Bring a coat.' },
    { kind: 'file', name: 'map.png', mediaType: 'image/png', data: 'AP8B' },
    { kind: 'text', name: 'Wish', text: 'No rain' },
    { kind: 'result', taskId: 'T-1' },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Remove map.png' }));
  expect(sent).toHaveLength(3);
});

it('says why something is not attached', async () => {
  render(<Form takesFiles={false} />);
  await pick(new File([new Uint8Array([0, 255])], 'map.png', { type: 'image/png' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('map.png is not text');
  await pick(new File([], 'empty.txt'));
  expect(await screen.findByText('empty.txt is empty')).toBeInTheDocument();
  await pick(new File(['x'.repeat(200_001)], 'long.txt'));
  expect(await screen.findByText(/long.txt has more than 200,000/)).toBeInTheDocument();
  expect(sent).toEqual([]);
});

/** A file whose content is there when the test says so. */
function slowFile(name: string) {
  const file = new File(['slow'], name, { type: 'text/plain' });
  const settle: { done?: (bytes: ArrayBuffer) => void; fail?: (error: Error) => void } = {};
  const content = new Promise<ArrayBuffer>((done, fail) => Object.assign(settle, { done, fail }));
  file.arrayBuffer = () => content;
  return {
    file,
    resolve: () => settle.done?.(new TextEncoder().encode('slow').buffer),
    reject: (error: Error) => settle.fail?.(error),
  };
}

it('keeps what was added, removed and begun while a file was read', async () => {
  render(<Form takesFiles />);
  await pick(new File(['a'], 'first.txt'));
  await screen.findByRole('button', { name: 'Remove first.txt' });
  const { file, resolve } = slowFile('slow.txt');
  await pick(file);
  await userEvent.click(screen.getByRole('button', { name: 'Remove first.txt' }));
  await userEvent.click(screen.getByRole('button', { name: 'Attach a result' }));
  await userEvent.selectOptions(screen.getByLabelText(/^Task whose/), 'The weather');
  await userEvent.click(screen.getByRole('button', { name: 'Attach a text' }));
  await userEvent.type(screen.getByLabelText('Text'), 'Half a');
  await act(async () => resolve());
  await screen.findByRole('button', { name: 'Remove slow.txt' });
  expect(sent).toEqual([
    { kind: 'result', taskId: 'T-1' },
    { kind: 'text', name: 'slow.txt', text: 'slow' },
  ]);
  expect(screen.getByLabelText('Text')).toHaveValue('Half a');
});

it('says that a file cannot be read', async () => {
  render(<Form takesFiles />);
  const { file, reject } = slowFile('gone.txt');
  await pick(file);
  await act(async () => reject(new DOMException('gone', 'NotReadableError')));
  expect(await screen.findByRole('alert')).toHaveTextContent('gone.txt cannot be read');
});
