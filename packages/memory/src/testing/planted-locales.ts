import * as values from './planted-values.ts';
import { type Chance, filled, pick, whole } from './planted-values.ts';

/** How data of people look in a country, and sentences in its language with `{}` for the value. */
export interface Locale {
  country: string;
  phones: readonly [string, ...string[]];
  ids: readonly ((chance: Chance) => string)[];
  iban: string | null;
  address: (chance: Chance) => string;
  /** With a title, a cue or a form of address of the language. */
  names: (chance: Chance) => { text: string; name: string };
  birth: (chance: Chance) => { text: string; date: string };
  sentences: readonly [string, ...string[]];
  /** Sentences with nothing personal in them. */
  decoys: readonly [string, ...string[]];
}

const two = (value: number): string => String(value).padStart(2, '0');
const dateOf = (
  chance: Chance,
  form: (year: number, month: number, day: number) => string,
): string => form(whole(chance, 1940, 2008), whole(chance, 1, 12), whole(chance, 1, 28));
const named =
  (
    forms: readonly [string, ...string[]],
    firsts: readonly [string, ...string[]],
    lasts: readonly [string, ...string[]],
    gap = ' ',
  ) =>
  (chance: Chance) => {
    const name = `${pick(chance, firsts)}${gap}${pick(chance, lasts)}`;
    return { text: pick(chance, forms).replace('{}', name), name };
  };
const born =
  (cue: string, form: (year: number, month: number, day: number) => string) => (chance: Chance) => {
    const date = dateOf(chance, form);
    return { text: cue.replace('{}', date), date };
  };
const of =
  (template: string, ...parts: readonly (readonly [string, ...string[]])[]) =>
  (chance: Chance) => {
    let at = 0;
    return filled(chance, template).replace(/\{\}/g, () => pick(chance, parts[at++] ?? ['']));
  };

export const locales: readonly Locale[] = [
  {
    country: 'US',
    phones: [
      '(212) 555-%###',
      '415-555-%###',
      '+1 646 555 %###',
      '303.555.%###',
      '+1 (718) 555-%###',
    ],
    ids: [(chance) => filled(chance, '1##-%#-%###')],
    iban: null,
    address: of(
      '%##% {} {}, {}, NY 1####',
      ['Maple', 'Oak Hill', 'Washington'],
      ['Street', 'Avenue', 'Blvd', 'Road'],
      ['Albany', 'New Rochelle'],
    ),
    names: named(
      ['Mr. {}', 'the customer {}', 'My name is {}', 'Contact: {}'],
      ['Emily', 'Robert', 'Zadie', 'Orson'],
      ['Whitfield', 'Harrington', 'Okonkwo'],
    ),
    birth: born('date of birth: {}', (year, month, day) => `${two(month)}/${two(day)}/${year}`),
    sentences: [
      'Write to {} before noon.',
      'The ticket mentions {} twice.',
      'Call back: {}.',
      'Result for {} was sent.',
    ],
    decoys: [
      'Raise the threshold by 3 dB after 15 minutes.',
      'Version 2.14.3 fixed it on 2024-05-17.',
      'Root Cause Analysis took 45 % of the time at 10:30.',
      'Retry 3 times, wait 250 ms, limit 10,000 rows.',
    ],
  },
  {
    country: 'GB',
    phones: ['020 7946 0%##', '07700 900%##', '+44 20 7946 0%##', '0161 496 0%##'],
    ids: [
      (chance) => filled(chance, 'AB ## ## ## C'),
      (chance) => `NHS number ${values.spaced(values.nhsNumber(chance), 3)}`,
    ],
    iban: 'GB',
    address: of(
      '## {} {}, {} SW%A %AA'.replace('%AA', '2AA'),
      ['Baker', 'Abbey', 'Kings'],
      ['Street', 'Road', 'Lane'],
      ['London', 'Leeds'],
    ),
    names: named(
      ['Mrs {}', 'Dr {}', 'Spoke to {}', 'Regards, {}'],
      ['Harry', 'Amelia', 'Peregrine', 'Saoirse'],
      ['Ashworth', 'Pemberton', 'Featherstone'],
    ),
    birth: born(
      'born on {}',
      (year, month, day) => `${day} ${['March', 'June', 'October'][month % 3]} ${year}`,
    ),
    sentences: ['Please post it to {}.', 'The caller left {} with us.', 'See {} for details.'],
    decoys: [
      'The Physical Cell Identity 301 clashed with 302.',
      'A handover margin of 2.5 dB is enough.',
      'Close the ticket within 3 working days.',
    ],
  },
  {
    country: 'DE',
    phones: [
      '0151 2345%###',
      '+49 30 1234%##',
      '030/12345%##',
      '0049 170 %######',
      '(089) 1234-%##',
    ],
    ids: [
      (chance) =>
        `Steuer-ID ${values.germanTaxId(chance).replace(/^(..)(...)(...)(...)$/, '$1 $2 $3 $4')}`,
      values.germanTaxId,
    ],
    iban: 'DE',
    address: of(
      '{} ##, 1#### {}',
      ['Hauptstraße', 'Goetheallee', 'Lindenweg', 'Bahnhofstr.'],
      ['Berlin', 'Hamburg', 'Bad Homburg'],
    ),
    names: named(
      ['Herr {}', 'Frau {}', 'Ansprechpartner: {}', 'Ich heiße {}'],
      ['Jürgen', 'Sabine', 'Wiebke', 'Korbinian'],
      ['Müller-Lüdenscheidt', 'Großmann', 'Vogelsang'],
    ),
    birth: born('geboren am {}', (year, month, day) => `${two(day)}.${two(month)}.${year}`),
    sentences: [
      'Bitte an {} senden.',
      'Rückfragen unter {} stellen.',
      'Der Vorgang nennt {} als Quelle.',
    ],
    decoys: [
      'Die Schwelle um 3 dB erhöhen und 15 Minuten warten.',
      'Seit Version 4.2.1 tritt der Fehler nicht mehr auf.',
      'Der Umsatz stieg um 12,5 Prozent.',
    ],
  },
  {
    country: 'FR',
    phones: ['06 12 34 %# ##', '+33 1 23 45 %# ##', '01.23.45.%#.##', '0612345%##'],
    ids: [
      values.frenchId,
      (chance) =>
        values.frenchId(chance).replace(/^(.)(..)(..)(..)(...)(...)(..)$/, '$1 $2 $3 $4 $5 $6 $7'),
    ],
    iban: 'FR',
    address: of(
      '## {} {}, 75### {}',
      ['rue de la', 'avenue des', 'boulevard du'],
      ['Paix', 'Lilas', 'Temple'],
      ['Paris', 'Vincennes'],
    ),
    names: named(
      ['Madame {}', 'M. {}', "Je m'appelle {}", 'Le client {}'],
      ['Camille', 'Philippe', 'Maëlys', 'Gaspard'],
      ['Lefebvre', 'Beauchamp', 'Delacroix'],
    ),
    birth: born('née le {}', (year, month, day) => `${two(day)}/${two(month)}/${year}`),
    sentences: [
      'Envoyer la réponse à {}.',
      'Le dossier cite {} comme contact.',
      'Voir {} pour la suite.',
    ],
    decoys: [
      'Augmenter le seuil de 3 dB puis attendre 15 minutes.',
      'La version 3.0.2 corrige le défaut.',
      'Le taux est passé de 91 à 97 %.',
    ],
  },
  {
    country: 'ES',
    phones: ['612 34 5% ##', '+34 912 345 %##', '912 345 %##', '+34 612345%##'],
    ids: [values.spanishId, (chance) => `DNI ${values.spanishId(chance).replace(/(.)$/, '-$1')}`],
    iban: 'ES',
    address: of(
      '{} {} ##, 28### {}',
      ['Calle', 'Avenida', 'Plaza'],
      ['Mayor', 'de Alcalá', 'del Carmen'],
      ['Madrid', 'Getafe'],
    ),
    names: named(
      ['Sra. {}', 'Me llamo {}', 'La cliente {}', 'Don {}'],
      ['Lucía', 'Álvaro', 'Iker', 'Itziar'],
      ['Fernández', 'Echeverría', 'Zubizarreta'],
    ),
    birth: born(
      'fecha de nacimiento: {}',
      (year, month, day) => `${two(day)}/${two(month)}/${year}`,
    ),
    sentences: [
      'Enviar la respuesta a {}.',
      'El informe menciona {} dos veces.',
      'Consultar {} antes.',
    ],
    decoys: [
      'Subir el umbral 3 dB y esperar 15 minutos.',
      'La versión 5.1.0 lo corrige.',
      'La tasa subió al 98 %.',
    ],
  },
  {
    country: 'IT',
    phones: ['347 123 %###', '+39 06 1234%##', '02 1234%##', '3471234%##'],
    ids: [values.italianId],
    iban: 'IT',
    address: of(
      '{} {} ##, 00### {}',
      ['Via', 'Piazza', 'Corso'],
      ['Roma', 'Garibaldi', 'della Repubblica'],
      ['Roma', 'Tivoli'],
    ),
    names: named(
      ['Sig. {}', 'Mi chiamo {}', 'Signora {}'],
      ['Chiara', 'Lorenzo', 'Ottavia', 'Ermenegildo'],
      ['Bianchi', 'Castiglione', 'Quaranta'],
    ),
    birth: born('nato il {}', (year, month, day) => `${two(day)}/${two(month)}/${year}`),
    sentences: ['Inviare la risposta a {}.', 'La pratica cita {} come riferimento.'],
    decoys: ['Alzare la soglia di 3 dB e attendere 15 minuti.', 'La versione 1.9.4 lo corregge.'],
  },
  {
    country: 'BR',
    phones: ['(11) 9%###-####', '+55 21 9%###-####', '(21) %###-####', '11 9%###-####'],
    ids: [values.cpfNumber, (chance) => `CPF ${values.cpfNumber(chance).replace(/\D/g, '')}`],
    iban: null,
    address: of('Rua {}, ###, CEP 0%###-###', ['das Flores', 'Augusta', 'São João']),
    names: named(
      ['Sr. {}', 'Meu nome é {}', 'Senhora {}'],
      ['João', 'Mariana', 'Iracema', 'Ubiratan'],
      ['Gonçalves', 'Albuquerque', 'Nascimento'],
    ),
    birth: born(
      'data de nascimento: {}',
      (year, month, day) => `${two(day)}/${two(month)}/${year}`,
    ),
    sentences: ['Enviar a resposta para {}.', 'O pedido cita {} como contato.'],
    decoys: ['Aumentar o limite em 3 dB e esperar 15 minutos.', 'A versão 7.3.1 corrige o erro.'],
  },
  {
    country: 'NL',
    phones: ['06-1234%###', '+31 20 123 4%##', '020 123 4%##', '0612345%##'],
    ids: [(chance) => `BSN ${values.dutchId(chance)}`, values.dutchId],
    iban: 'NL',
    address: of(
      '{} ###, 10## {} Amsterdam',
      ['Keizersgracht', 'Dorpsstraat', 'Julianalaan'],
      ['CN', 'BX', 'KL'],
    ),
    names: named(
      ['Mevrouw {}', 'De heer {}', 'Mijn naam is {}', 'Klant: {}'],
      ['Femke', 'Thijs', 'Rinske', 'Wybren'],
      ['van der Berg', 'Hoekstra', 'Bakhuizen'],
    ),
    birth: born('geboren op {}', (year, month, day) => `${day}-${two(month)}-${year}`),
    sentences: ['Stuur het antwoord naar {}.', 'Het dossier noemt {} als bron.'],
    decoys: ['Verhoog de drempel met 3 dB en wacht 15 minuten.', 'Versie 6.0.2 lost het op.'],
  },
  {
    country: 'CN',
    phones: ['138%#######', '139 %### ####', '+86 186 %### ####', '010-8%######', '186-%###-####'],
    ids: [values.chineseId, (chance) => `身份证号：${values.chineseId(chance)}`],
    iban: null,
    address: of(
      '{}{}##号院#号楼#单元1203室'
        .replace('#单元', '%单元')
        .replace('#号楼', '%号楼')
        .replace('##号院', '%#号院'),
      ['北京市朝阳区', '上海市浦东新区', '广东省深圳市南山区'],
      ['建国路', '世纪大道', '科技园路'],
    ),
    names: named(
      ['联系人：{}，', '{}先生', '客户{}反馈', '我叫{}，', '{}女士'],
      ['王', '欧阳', '张', '刘'],
      ['建国', '晓红', '明', '子涵'],
      '',
    ),
    birth: born('出生日期：{}', (year, month, day) => `${year}年${month}月${day}日`),
    sentences: ['请把结果发给{}。', '工单里写着{}，请处理。', '回访{}确认。'],
    decoys: [
      '把门限提高3dB，等待15分钟。',
      '高速公路沿线弱覆盖，需要调整下倾角。',
      '版本2.3.1修复了该问题，接通率达到98.5%。',
      '王者荣耀延迟升高时检查传输。',
    ],
  },
  {
    country: 'JP',
    phones: [
      '090-%###-####',
      '03-%###-####',
      '+81 90 %### ####',
      '0%#-###-####'.replace('%#', '45'),
    ],
    ids: [
      (chance) => `マイナンバー：${values.spaced(values.japaneseId(chance), 4)}`,
      values.japaneseId,
    ],
    iban: null,
    address: of('〒1##-00## {}%-%-%', [
      '東京都千代田区丸の内',
      '大阪府大阪市北区梅田',
      '神奈川県横浜市西区みなとみらい',
    ]),
    names: named(
      ['{}様からの連絡。', '担当者：{}、', '{}さんに確認。'],
      ['佐藤', '高橋', '渡辺'],
      ['健一', '美咲', '翔太'],
      ' ',
    ),
    birth: born('生年月日：{}', (year, month, day) => `${year}年${month}月${day}日`),
    sentences: ['結果を {} に送ってください。', '記録には {} とあります。'],
    decoys: ['しきい値を3dB上げて15分待つ。', 'バージョン2.1.0で修正済み。'],
  },
  {
    country: 'KR',
    phones: ['010-%###-####', '02-%##-####', '+82 10 %### ####', '010%#######'],
    ids: [values.koreanId],
    iban: null,
    address: of('서울특별시 {} {} ##%', ['강남구', '종로구'], ['테헤란로', '세종대로']),
    names: named(
      ['{}님의 문의', '담당자: {}, ', '{} 씨에게 확인'],
      ['김', '박', '최'],
      ['민준', '서연', '지훈'],
      '',
    ),
    birth: born('생년월일: {}', (year, month, day) => `${year}년 ${month}월 ${day}일`),
    sentences: ['결과를 {} 로 보내 주세요.', '기록에 {} 라고 되어 있습니다.'],
    decoys: ['임계값을 3dB 올리고 15분 기다린다.', '버전 3.4.5에서 수정되었다.'],
  },
  {
    country: 'IN',
    phones: ['+91 98765 4%###', '98765 4%###', '+91-22-2345-%###'],
    ids: [(chance) => filled(chance, '@@@P@####@')],
    iban: null,
    address: of(
      '## {} {}, {}, MH 40####'.replace(', MH 40####', ''),
      ['Nehru', 'Gandhi'],
      ['Road', 'Nagar', 'Marg'],
      ['Mumbai', 'Pune'],
    ),
    names: named(
      ['Shri {}', 'Smt. {}', 'Customer {}'],
      ['Priya', 'Rajesh', 'Thangam', 'Bhuvan'],
      ['Iyer', 'Chatterjee', 'Subramanian'],
    ),
    birth: born('DOB: {}', (year, month, day) => `${two(day)}-${two(month)}-${year}`),
    sentences: ['Kindly revert to {} today.', 'The form shows {} as given.'],
    decoys: [
      'Increase the timer to 320 ms and observe for 2 hours.',
      'Sector 3 carried 1,250 calls.',
    ],
  },
];
