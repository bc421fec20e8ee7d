import { isGivenName } from './given-names.ts';
import { noNames } from './name-words.ts';
import { namesInHan } from './names-in-han.ts';
import { namesWithCapitals } from './names-with-capitals.ts';
import { namesWithoutCapitals } from './names-without-capitals.ts';
import { type Rule, spansOf } from './rule.ts';

const part = String.raw`\p{Lu}[\p{L}'’]{1,24}(?:-\p{Lu}[\p{L}'’]{1,24})?`;
const particle = `(?:van der|van den|van de|van|von der|von|zu|de la|de los|de|del|della|di|da|dos|das|do|du|le|la|ter|ten|bin|al|el|O'|Mc|Mac)`;
const initial = String.raw`\p{Lu}\.`;
/** One to four capitalised words, with particles and initials between them. */
const fullName = `(?:${part}|${initial})(?: (?:${particle} )?(?:${part}|${initial})){0,3}`;

const titles = String.raw`Mrs?\.?|Ms\.?|Miss|Dr\.?|Prof\.?|Sir|Herrn?|Frau|Monsieur|Madame|Mme\.?|Mlle\.?|M\.|Señora?|Sra?\.|Don|Doña|Signora?|Sig\.(?:ra)?|Dott\.(?:ssa)?|Senhora?|Dona|Dhr\.|Mevr\.|Meneer|Mevrouw|De heer|Shri|Smt\.?|Sayın|Fru`;
const titled = new RegExp(
  String.raw`(?<![\p{L}])(?:${titles}) ((?:(?:Dr|Prof)\.? )?(?:${particle} )?${fullName})`,
  'gu',
);

/** Titles that are also words of other languages: only before two names. */
const titledInFull = new RegExp(
  String.raw`(?<![\p{L}])(?:Pani?|Herra|Rouva|Bayan|Bapak|Pak|Ibu|Ông|Bà|Anh|Chị|Hr\.|Pán|Paní|Domnul|Doamna|Gospodin|Gospođa) (${part}(?: (?:${particle} )?${part}){1,3})`,
  'gu',
);

const western = new RegExp(
  String.raw`(?<![\p{L}])(?:[Mm]y name is|[Tt]his is|I am|I'm|[Nn]ame|[Cc]ontact(?: person)?|[Cc]ustomer|[Cc]lient|[Aa]pplicant|[Cc]andidate|[Pp]atient|[Ee]mployee|[Ss]igned by|[Cc]alled by|[Rr]equested by|[Aa]pproved by|[Ss]poke (?:to|with)|[Oo]n behalf of|[Dd]ear|(?:[Rr]egards|[Ww]ishes|[Ss]incerely),?|[Mm]it freundlichen Grüßen|[Cc]ordialement|[Ss]aludos|[Cc]ordiali saluti|[Mm]ed vänlig hälsning|[Ii]ch heiße|[Mm]ein Name ist|[Ee]in [Aa]nruf von|[Kk]und(?:e|in)|[Aa]nsprechpartner(?:in)?|[Bb]ewerber(?:in)?|[Mm]itarbeiter(?:in)?|[Jj]e m'appelle|[Jj]e suis|[Cc]liente?|[Ll]e client|[Ll]a cliente|[Ss]alari[ée]e?|[Mm]e llamo|[Mm]i nombre es|[Ss]oy|[Nn]ombre|[Ee]mplead[oa]|[Mm]i chiamo|[Ss]ono|[Nn]ome|[Dd]ipendente|[Mm]eu nome é|[Cc]hamo-me|[Ff]uncionári[oa]|[Ii]k heet|[Mm]ijn naam is|[Nn]aam|[Kk]lant|[Mm]edewerker|[Ss]ollicitant)\s?[:：,]? ?\s?(${fullName})`,
  'gu',
);

const firstWord = (name: string): string => name.split(/[ .]/)[0] ?? '';

/** The most frequent surnames of China. */
const surnames =
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾萧田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤欧阳诸葛司马';
const double = '欧阳|诸葛|司马|上官|夏侯|东方|皇甫|尉迟|公孙|慕容|令狐';
const han = String.raw`(?:${double}|[${surnames}])\p{Script=Han}{1,2}`;
const chinese: readonly RegExp[] = [
  new RegExp(
    String.raw`((?:${double}|[${surnames}])\p{Script=Han}{0,2}?)(?:先生|女士|小姐|老师|经理|主任|工程师|师傅|医生|同学|同志|总监|教授)`,
    'gu',
  ),
  new RegExp(
    String.raw`(?:我叫|我是|名叫|叫做|姓名|联系人|收件人|收货人|寄件人|客户|用户|顾客|患者|员工|申请人|候选人|经办人|负责人|操作员|操作人|审批人|投诉人|同事|致电|来自)(?:姓名|名称|名字)?\s?(?:[:：=是为]|叫)?\s?(${han})(?![\p{Script=Han}]{0,1}(?:市|区|县|省|路))(?=[\s,，。.;；:：、()（）的和与及在于已将向对从要求表示来电反馈投诉说提]|$|\P{Script=Han})`,
    'gu',
  ),
];
const approvedBy = new RegExp(`经(${han})(?=确认|批准|同意|审批|审核|核实)`, 'gu');
const japanese: readonly RegExp[] = [
  /(?<![\p{Script=Han}])([\p{Script=Han}々]{1,4}(?:[ 　]?[\p{Script=Han}々]{1,3})?)(?:さん|様|氏|くん|ちゃん|先生)/gu,
  /([\p{Script=Katakana}ー]{2,10}(?:[・ ][\p{Script=Katakana}ー]{2,10})?)(?:さん|様|氏)/gu,
  /(?:私は|名前は|氏名|お名前|担当者|担当|お客様名|連絡先)\s?[:：は]?\s?([\p{Script=Han}々]{1,3}[ 　]?[\p{Script=Han}々\p{Script=Hiragana}]{1,3}?)(?=です|と申|。|、|\s|$|,|\()/gu,
];
const koreanSurnames =
  '김이박최정강조윤장임한오서신권황안송류유전홍고문양손배백허남심노하곽성차주우구민';
const korean: readonly RegExp[] = [
  new RegExp(
    String.raw`(?<![\p{Script=Hangul}])([${koreanSurnames}][\p{Script=Hangul}]{1,2}) ?(?:씨|님|고객|대리|과장|부장|선생)`,
    'gu',
  ),
  new RegExp(
    String.raw`(?:제 이름은|이름은|이름|성명|성함|담당자|고객명|고객|연락처|저는)\s?[:：은는]?\s?([${koreanSurnames}][\p{Script=Hangul}]{1,2}?)(?=입니다|이고|님|씨|,|\.|\s|$)`,
    'gu',
  ),
];

const surnameFirst = new RegExp(String.raw`(?<![\p{L}])(${part}), (${part})(?![\p{L}])`, 'gu');

/** Names of people, by title, by cue, by a frequent given name, or by the forms of address of China, Japan and Korea. */
export const personName: Rule = {
  name: 'name',
  label: 'NAME',
  find: (text) => [
    ...spansOf(text, titled, { group: 1, confidence: 0.9 }),
    ...spansOf(text, titledInFull, { group: 1, confidence: 0.8 }),
    ...spansOf(text, western, {
      group: 1,
      confidence: 0.8,
      test: (found) => !noNames.has(firstWord(found)) && /\p{Ll}/u.test(found),
    }),
    ...namesWithCapitals(text),
    ...namesWithoutCapitals(text),
    ...namesInHan(text),
    ...spansOf(text, surnameFirst, {
      confidence: 0.8,
      test: (found) => isGivenName(found.split(', ')[1] ?? ''),
    }),
    ...[...chinese, approvedBy, ...japanese, ...korean].flatMap((form) =>
      spansOf(text, form, { group: 1, confidence: 0.8 }),
    ),
  ],
};
