import { expect, it } from 'vitest';
import { detect, examine } from '../detect.ts';
import { secretsIn } from '../mask-secrets.ts';

it.each([
  'Password: required',
  'password (mandatory)',
  '- Password: *optional*',
  'Password: at least 12 characters',
  'PIN: 4 digits',
  '| Password | required | text |',
  '{"password": "required"}',
  'Passwort: Pflichtfeld',
  'Passwort: mindestens zwölf Zeichen',
  'Mot de passe : obligatoire',
  'Contraseña: obligatoria, mínimo 8 caracteres',
  'Senha: opcional',
  'Wachtwoord: verplicht',
  'Пароль: не менее 12 символов',
  '密码：必填',
  '密码：至少十二位',
  '口令：可不填',
  'パスワード：必須',
  '비밀번호: 필수',
  'كلمة المرور: مطلوبة',
  'Name: mandatory field',
])('%s: what a field must be is no value of it', (text) => {
  expect(examine(text)).toEqual({ sure: [], doubtful: [] });
  expect(secretsIn(text)).toEqual([]);
});

it.each([
  ['Password: see the world', 'see the world'],
  ['密码：由管理员设置', '由管理员设置'],
])('%s: what may be a phrase that a person has chosen is left to a person', (text) => {
  expect(detect(text)).toEqual([]);
  expect(examine(text).doubtful.length).toBeGreaterThan(0);
});

it.each([
  ['Password: required7', 'required7'],
  ['Password: optional-lamp-tide', 'optional-lamp-tide'],
  ['密码：必填春风', '必填春风'],
  ['密码：见字如面', '见字如面'],
])('%s: what only begins like that is masked', (text, value) => {
  const left = detect(text).reduceRight(
    (rest, { start, end }) => rest.slice(0, start) + rest.slice(end),
    text,
  );
  expect(left).not.toContain(value);
});
