// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { act, fieldOf, object, renderForm } from './form-harness.tsx';

const pin = { type: 'integer', format: 'password', title: 'Pin' };
const schema = object({
  pin,
  level: {
    type: 'string',
    enum: ['amber-level', 'scarlet-level'],
    writeOnly: true,
    title: 'Level',
  },
  locked: { type: 'boolean', writeOnly: true, title: 'Locked' },
  born: { type: 'string', format: 'date', writeOnly: true, title: 'Born' },
  groups: {
    type: 'array',
    writeOnly: true,
    title: 'Groups',
    items: { type: 'string', enum: ['finance-group', 'radio-group'] },
  },
  anything: { writeOnly: true, title: 'Anything' },
  elsewhere: { $ref: 'https://schemas.example/x.json', writeOnly: true, title: 'Elsewhere' },
});
const start = {
  pin: 481_516,
  level: 'amber-level',
  locked: true,
  born: '1961-04-12',
  groups: ['radio-group'],
  anything: [{ deep: 'ocean-deep' }],
  elsewhere: { far: 'far-away' },
};
const reported =
  /481516|amber-level|scarlet-level|1961-04-12|radio-group|finance-group|ocean-deep|far-away/;
/** The texts, attributes and values of the page; a field for passwords does not show its value. */
function page(): string {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')];
  const attributes = [...document.querySelectorAll('body *:not(svg, svg *)')].flatMap((element) =>
    [...element.attributes].filter(
      ({ name }) => name !== 'value' || element.getAttribute('type') !== 'password',
    ),
  );
  return [
    document.body.textContent,
    ...attributes.map(({ value }) => value),
    ...fields.filter(({ type }) => type !== 'password').map(({ value }) => value),
  ].join('\n');
}

it('hides secrets of every kind while they are edited, until they are requested', async () => {
  const form = renderForm(schema, { start, base: start });
  expect(page()).not.toMatch(reported);
  for (const name of ['pin', 'level', 'locked', 'born', 'groups 1', 'elsewhere']) {
    expect(screen.getByRole('button', { name: `Show ${name}` })).toBeInTheDocument();
  }
  await act(form, [
    ['press', 'Show pin'],
    ['fill', 'Pin', '7'],
    ['press', 'Show level'],
    ['pick', 'Level', 'scarlet-level'],
  ]);
  expect(form.value()).toEqual({ ...start, pin: 7, level: 'scarlet-level' });
  // Not what was proposed either.
  expect(document.body.textContent).not.toContain('481516');
  await act(form, [
    ['press', 'Hide pin'],
    ['press', 'Hide level'],
  ]);
  expect(page()).not.toMatch(reported);
  await act(form, [['press', 'Show elsewhere']]);
  expect(page()).toContain('far-away');
});

it('is a plain control as long as it is empty', async () => {
  const form = renderForm(object({ pin }), { start: {} });
  await act(form, [['fill', 'Pin', '481516']]);
  expect(form.value()).toEqual({ pin: 481_516 });
  expect(fieldOf('Pin')).toHaveValue('481516');
  await act(form, [['press', 'Hide pin']]);
  expect(page()).not.toMatch(reported);
});

it('says no secret that the schema suggests', () => {
  renderForm(
    object({ pin: { type: 'integer', format: 'password', title: 'Pin', default: 481_516 } }),
    { start: {} },
  );
  expect(page()).not.toContain('481516');
});
