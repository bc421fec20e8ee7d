/** Why a text is not valid JSON. */
export const jsonText = {
  at: (line: number, column: number, words: string) =>
    `Not JSON yet, line ${String(line)}, column ${String(column)}: ${words}`,
  end: 'the text ends too early',
  value: 'a value is missing here',
  name: 'a name in double quotes is missing here',
  colon: 'a colon is missing here',
  comma: 'a comma or the end of the group is missing here',
  after: 'nothing may follow the value',
  text: 'this text has no end, or a character that must be escaped',
  number: 'this is not a number',
  deep: 'nested too deep',
  forbidden: (name: string) => `a field named ${name} cannot be sent`,
  twice: (name: string) => `the name ${name} is used twice`,
};
