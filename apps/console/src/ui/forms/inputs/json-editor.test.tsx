// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { JsonEditor } from './json-editor.tsx';

let latest: unknown;
let broken = false;

function Page({ start }: { start: unknown }) {
  const [value, setValue] = useState(start);
  const [shown, setShown] = useState(true);
  latest = value;
  return (
    <>
      <button type="button" onClick={() => setValue({ from: 'the form' })}>
        Edit elsewhere
      </button>
      <button type="button" onClick={() => setShown(!shown)}>
        Other view
      </button>
      {shown && (
        <JsonEditor
          id="e-json"
          label="JSON"
          value={value}
          onChange={setValue}
          onBroken={(next) => {
            broken = next;
          }}
        />
      )}
    </>
  );
}

const area = () => screen.getByLabelText('JSON');
const write = (text: string) => fireEvent.change(area(), { target: { value: text } });

describe('JsonEditor', () => {
  it('is the same value, both ways', () => {
    render(<Page start={{ a: 1 }} />);
    expect(area()).toHaveValue('{\n  "a": 1\n}');
    write('{"a":2}');
    expect(latest).toEqual({ a: 2 });
    expect(area()).toHaveValue('{"a":2}');
    fireEvent.click(screen.getByRole('button', { name: 'Edit elsewhere' }));
    expect(area()).toHaveValue('{\n  "from": "the form"\n}');
  });

  it('keeps a text that is not valid JSON yet, shows where, and changes nothing meanwhile', () => {
    render(<Page start={{ a: 1 }} />);
    write('{\n  "a": \n}');
    expect(area()).toHaveAccessibleDescription(
      'Not JSON yet, line 3, column 1: a value is missing here',
    );
    expect(area()).toHaveAttribute('aria-invalid', 'true');
    expect(latest).toEqual({ a: 1 });
    expect(broken).toBe(true);
  });

  it('has the broken text again when one comes back to the same value', () => {
    render(<Page start={{ a: 1 }} />);
    write('{"a":');
    fireEvent.click(screen.getByRole('button', { name: 'Other view' }));
    expect(broken).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Other view' }));
    expect(area()).toHaveValue('{"a":');
    expect(broken).toBe(true);
    write('{"a":3}');
    expect(latest).toEqual({ a: 3 });
    expect(broken).toBe(false);
  });

  it('keeps a number of many digits as it is written', () => {
    render(<Page start={{ id: 1 }} />);
    write('{"id":12345678901234567890}');
    expect(latest).toEqual({ id: '\ufdd012345678901234567890' });
  });

  it('writes hidden characters as escapes, and reads them back', () => {
    const shownText = () => screen.getByLabelText<HTMLTextAreaElement>('JSON').value;
    render(<Page start={{ to: 'Ann\u202e\u{e0041}', 'za\u200b': 'a\u00a0b 👩‍💻' }} />);
    expect(shownText()).toContain(String.raw`"to": "Ann\u202e\udb40\udc41"`);
    expect(shownText()).toContain('"za\\u200b": "a\u00a0b 👩‍💻"');
    write(shownText().replace('Ann', 'Bob'));
    expect(latest).toEqual({ to: 'Bob\u202e\u{e0041}', 'za\u200b': 'a\u00a0b 👩‍💻' });
  });
});
