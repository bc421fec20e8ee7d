import { expect, it } from 'vitest';
import { detect, examine } from '../../detect.ts';

it.each([
  ['My PIN is four seven one nine.', 'four seven one nine'],
  ['Meine PIN ist vier sieben eins neun.', 'vier sieben eins neun'],
  ['Mi PIN es cuatro siete uno nueve.', 'cuatro siete uno nueve'],
  ['The access code is nine one double four.', 'nine one double four'],
])('%s: a number in words is masked', (text, value) => {
  expect(detect(text).map(({ start, end }) => text.slice(start, end))).toContain(value);
});

it.each([
  ['The new password is quiet harbour at dawn tide', null],
  ['The new password is quiet harbour tide', 'quiet harbour tide'],
  ['The password has been changed to quiet harbour.', 'quiet harbour'],
  ['Le mot de passe a été changé en renard gris.', 'renard gris'],
  ['La contraseña se ha cambiado a zorro gris.', 'zorro gris'],
  ['密码改成了夜半钟声。', '夜半钟声'],
  ['My name is rose.', 'rose'],
])('%s: what a label announces is doubted, unless it is a sentence', (text, value) => {
  const found = examine(text);
  const marked = [...found.sure, ...found.doubtful].map(({ start, end }) => text.slice(start, end));
  if (value === null) expect(found.sure).toEqual([]);
  else expect(marked.some((one) => one.includes(value))).toBe(true);
});

it.each([
  'The password has been changed.',
  'The password was changed to a longer one.',
  'The password is stored in the vault.',
  'The customer is called back within two days.',
  'Das Passwort ist abgelaufen.',
  'Le mot de passe est expiré.',
  'The PIN is locked after three attempts.',
])('%s: nothing is announced', (text) => {
  expect(examine(text)).toEqual({ sure: [], doubtful: [] });
});
