const small: Readonly<Record<string, number>> = {
  ...{ zero: 0, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9 },
  ...{ ten: 10, eleven: 11, twelve: 12, thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16 },
  ...{ seventeen: 17, eighteen: 18, nineteen: 19, twenty: 20, thirty: 30, forty: 40, fifty: 50 },
  ...{ sixty: 60, seventy: 70, eighty: 80, ninety: 90 },
};
const word = Object.keys(small).join('|');
const phrase = new RegExp(
  `\\b(?:${word})(?:[\\s-]+(?:and[\\s-]+)?(?:${word}|hundred))*(?:\\s+and\\s+a\\s+half)?\\b`,
  'g',
);

function englishValue(text: string): number {
  let value = text.endsWith('and a half') ? 0.5 : 0;
  let counted = 0;
  for (const part of text.replace(/and a half$/, '').split(/[\s-]+/)) {
    if (part === 'hundred') counted = Math.max(1, counted) * 100;
    else counted += small[part] ?? 0;
  }
  value += counted;
  return value;
}

const chineseDigits = '零一二三四五六七八九';
const chineseUnit = '(?=\\s*(?:度|厘米|公分|毫米|米|英寸|圈|弧度|°|cm|mm|m))';
const chinesePhrase = new RegExp(`[零〇一二两三四五六七八九十百点半]+${chineseUnit}`, 'g');

/** Up to 999, with decimals after 点 and a half as 半. */
function chineseValue(text: string): number {
  const hasHalf = text.includes('半');
  const [whole = '', decimals = ''] = text
    .replaceAll('〇', '零')
    .replaceAll('两', '二')
    .replace('半', '')
    .split('点');
  const digit = (character: string) => Math.max(0, chineseDigits.indexOf(character));
  let value = 0;
  let counted = 0;
  for (const character of whole) {
    if (character === '百') value += Math.max(1, counted) * 100;
    else if (character === '十') value += (counted === 0 ? 1 : counted) * 10;
    counted = character === '百' || character === '十' ? 0 : digit(character);
  }
  const fraction = [...decimals].map(digit).join('');
  return value + counted + (fraction === '' ? 0 : Number(`0.${fraction}`)) + (hasHalf ? 0.5 : 0);
}

/** The text with numbers in digits, of English and Chinese number words; lower case, full-width signs as usual ones. */
export function withDigits(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll('−', '-')
      .replaceAll('一下', '')
      // Of turns only: "half" alone says nothing.
      .replace(/\b(?:a\s+)?half(?:\s+an?)?(?=[\s-]+turns?\b)/g, '0.5')
      .replace(/\b(?:a\s+)?quarter(?:\s+of\s+an?|\s+an?)?(?=[\s-]+turns?\b)/g, '0.25')
      .replace(/\b(?:an?|one)\s+(?:full|whole|complete)(?=[\s-]+turn\b)/g, '1')
      .replace(phrase, (found) => String(englishValue(found)))
      .replace(/(\d+)\s+and\s+a\s+half\b/g, '$1.5')
      .replace(/(\d+)\s*(度|厘米|公分|毫米|米|英寸|圈)半/g, '$1.5$2')
      .replace(chinesePhrase, (found) => String(chineseValue(found)))
  );
}
