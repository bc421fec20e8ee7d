// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { descriptorOf, formOf } from './agent-form-data.ts';
import { readTools, toolsText, withTool } from './agent-tools.ts';
import { AgentToolsField } from './agent-tools-field.tsx';

const seat = {
  name: 'pick_seat',
  description: 'Let the traveller choose a seat',
  parameters: { type: 'object', properties: { rows: { type: 'integer' } } },
  result: { type: 'object', properties: { seat: { type: 'string' } }, required: ['seat'] },
};

describe('the list of front-end tools', () => {
  it('is read as in a descriptor, and a single tool is a list of one', () => {
    expect(readTools(JSON.stringify([seat]))).toEqual({ ok: true, tools: [seat] });
    expect(readTools(JSON.stringify(seat))).toEqual({ ok: true, tools: [seat] });
    expect(readTools('  ')).toEqual({ ok: true, tools: [] });
    expect(toolsText([])).toBe('');
  });

  it.each([
    ['[{', /not JSON/],
    ['[{"description":"nameless"}]', /Tool 1, name/],
    ['[{"name":""}]', /Tool 1, name/],
    [JSON.stringify([seat, seat]), /pick_seat is declared twice/],
    ['[{"name":"a","parameters":"none"}]', /parameters of a is not/],
    ['[{"name":"a","result":[]}]', /result of a is not/],
    ['[7]', /Tool 1/],
    [JSON.stringify(Array.from({ length: 201 }, (_, at) => ({ name: `t${at}` }))), /200/],
  ])('says what is wrong: %s', (text, why) => {
    const read = readTools(text);
    expect(read.ok ? '' : read.fault).toMatch(why);
  });

  it('takes one more, under a name that is free', () => {
    const twice = withTool(withTool('') ?? '') ?? '';
    const read = readTools(twice);
    expect(read.ok && read.tools.map(({ name }) => name)).toEqual(['tool_1', 'tool_2']);
    expect(withTool('[')).toBeNull();
  });

  it('that was emptied is said to be empty, so that the server forgets it', () => {
    const agent = { id: 'a', name: 'A', url: 'https://a.example', tools: [seat] };
    const form = { ...formOf(null), ...agent, hadTools: true };
    expect(descriptorOf({ ...form, tools: toolsText([seat]) })).toMatchObject({
      body: { tools: [seat] },
    });
    expect(descriptorOf({ ...form, tools: '' })).toMatchObject({ body: { tools: [] } });
  });
});

function Host() {
  const [value, setValue] = useState('');
  return <AgentToolsField error={undefined} onChange={setValue} value={value} />;
}

it('is edited as JSON: the result is shown at once, an error after the field is left', async () => {
  render(<Host />);
  await userEvent.click(screen.getByRole('button', { name: 'New tool' }));
  expect(screen.getByText(/1 tool: tool_1/)).toBeVisible();
  const area = screen.getByRole('textbox', { name: 'Front-end tools' });
  await userEvent.type(area, ',');
  expect(area).not.toBeInvalid();
  await userEvent.tab();
  expect(area).toBeInvalid();
  expect(screen.getByText('This is not JSON')).toBeVisible();
  expect(screen.getByRole('button', { name: 'New tool' })).toBeDisabled();
});
