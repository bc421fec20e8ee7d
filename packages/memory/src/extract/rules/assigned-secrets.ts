import { type Rule, type Span, spansOf } from './rule.ts';

const secretWords = `pass(?:words?|wd|phrases?|codes?)?|pwd|secrets?|tokens?|(?:api|access|account|shared|secret|encryption|signing|private)[ _-]?keys?|client[ _-]?secrets?|db[ _-]?pass|credentials?|pin(?: code)?|otp|passw[oö]rt(?:e|er)?|kennw[oö]rt(?:er)?|geheimzahl|mots? de passe|cl[ée]s? secr[eè]tes?|contraseñas?|claves?(?: secretas?)?|senhas?|chaves? secretas?|parola d'ordine|chiavi? segret[ae]|wachtwoord(?:en)?|lösenord|hasło|пароль|şifre|密码|口令|密钥|令牌|验证码|パスワード|暗証番号|비밀번호|암호`;
const before = String.raw`(?<![\p{L}\p{N}])(?:${secretWords})`;
const value = String.raw`[^\s\u0001"'「」“”，。、,;；]`;
const quoted = String.raw`(?:"([^"\u0001\n]{1,200})"|'([^'\u0001\n]{1,200})'|“([^”\u0001\n]{1,200})”|「([^」\u0001\n]{1,200})」)`;

/** `secretary` and `passenger` are no secrets: only the end of a name such as `TOKEN_PROD` or `password2` belongs to the word. */
const nameEnd = String.raw`(?:\d{1,4}|[_-][\w-]{1,20})?["']?`;
const sign = String.raw`\s{0,3}(?:[:：=]|=>|:=)\s{0,3}`;
const copula = String.raw`\s{0,3}(?:(?:is|ist|lautet|est|es|è|é|are|of)\s|是|为|は|은|는)\s{0,3}`;

/** `password: letmein`: everything that follows is the value, also a plain word. */
const bySign = new RegExp(`${before}${nameEnd}${sign}["'「“]?(${value}{2,200})`, 'giu');
const noValue = /^(?:null|none|nil|undefined|true|false|yes|no|\*+|<.*>?|\$\{?\w+\}?)[.)]?$/i;
/** `password is "correct horse"`. */
const byQuotes = new RegExp(`${before}${nameEnd}(?:${sign}|${copula}|\\s)${quoted}`, 'giu');
/** The wide form: of what follows, only what cannot be a word of a sentence is a value. */
const byLook = new RegExp(
  String.raw`${before}[\w-]{0,20}["']?(?:${sign}|${copula})["'「“]?(${value}{4,200})`,
  'giu',
);
/** In a Chinese, Japanese or Korean sentence a word in Latin letters is the value. */
const byScript =
  /(?:密码|口令|密钥|令牌|验证码|パスワード|暗証番号|비밀번호|암호)\s{0,3}(?:是|为|は|은|는)\s{0,3}([\x21-\x7e]{3,200})/giu;
/** `DB_PASS to rosebud`: the name of a variable, which is set. */
const byVariable =
  /(?<![\p{L}\p{N}_])[A-Z][A-Z0-9_]{0,40}_(?:PASS|PASSWORD|PWD|SECRET|TOKEN|KEY)\s(?:to|auf|à|en)\s(\S{3,200})/gu;
/** `user till2 and password rain`. */
const byLogin =
  /(?<!\p{L})(?:user(?: ?name)?|login|account|benutzer(?:name)?|konto|utilisateur|identifiant|usuario|utente|usuário|gebruiker)\s{1,3}\S{1,60}(?:,|\s(?:and|und|et|y|e|en))?\s(?:the |das |le |la |o )?(?:password|passwort|kennwort|mot de passe|contraseña|clave|senha|wachtwoord)\s{1,3}(?!(?:is|ist|est|es|are|were|was)\s)([^\s,;]{3,200})/giu;
/** `PIN 4471`. */
const byDigits = /(?<![\p{L}\p{N}])(?:pin|otp|passcode|geheimzahl)(?: code)?\s(\d{4,8})(?!\d)/giu;
/** `mysql -phunter2`, `sshpass -p hunter2`. */
const byOption =
  /(?<!\w)(?:(?:mysql|mysqldump|mysqladmin|mariadb)(?=\s)[^\n|;]{0,120}?\s-p|sshpass\s-p\s?|redis-cli(?=\s)[^\n|;]{0,120}?\s-a\s)["']?([^\s"']{1,200})/g;

const isNoWord = (found: string): boolean =>
  !noValue.test(found) && (/\d|[^\p{L}\p{N}.)\]-]/u.test(found) || /[a-z][A-Z]/.test(found));

/** `パスワードは8文字以上`: where no spaces divide words, a rule for passwords. */
const isNoWordNorSentence = (found: string): boolean =>
  isNoWord(found) && !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}]/u.test(found);

/** All groups of the matches: only one of them has matched in each. */
function quotedIn(text: string): Span[] {
  return [1, 2, 3, 4].flatMap((group) => spansOf(text, byQuotes, { group, confidence: 0.9 }));
}

/**
 * What a text calls a password or a token. After a sign such as `:` or `=` it is whatever follows, and between quotes all of it. A
 * plain word after "password is" is a sentence, not a password.
 */
export const assignedSecret: Rule = {
  name: 'secret',
  label: 'SECRET',
  find: (text) => [
    ...spansOf(text, bySign, {
      group: 1,
      confidence: 0.9,
      test: (found) => !noValue.test(found),
    }),
    ...quotedIn(text),
    ...spansOf(text, byLook, { group: 1, confidence: 0.9, test: isNoWordNorSentence }),
    ...[byScript, byVariable, byLogin, byDigits, byOption].flatMap((form) =>
      spansOf(text, form, { group: 1, confidence: 0.85 }),
    ),
  ],
};
