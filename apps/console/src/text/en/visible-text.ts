/** Names of scripts, shown after a letter of one inside a word of another. */
export const scripts = {
  Latin: 'Latin',
  Cyrillic: 'Cyrillic',
  Greek: 'Greek',
  Armenian: 'Armenian',
  Coptic: 'Coptic',
  Cherokee: 'Cherokee',
  Lisu: 'Lisu',
};
