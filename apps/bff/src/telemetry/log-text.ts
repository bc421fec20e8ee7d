const levels: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info ',
  40: 'WARN ',
  50: 'ERROR',
  60: 'FATAL',
};
const apart = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err']);

/** One logged object as text for a terminal: time, level, message, ids; below it the stack of an error. */
export function logText(line: string): string {
  const { level, time, msg, err, ...rest } = JSON.parse(line);
  const at = new Date(Number(time)).toISOString().slice(11, 23);
  const details = Object.entries(rest)
    .filter(([name]) => !apart.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const head = [
    at,
    levels[level] ?? level,
    printable(String(msg ?? '')),
    ...details.map(printable),
  ];
  const stack = err?.stack ?? err?.message;
  const below =
    stack === undefined ? '' : `\n    ${printable(String(stack)).replaceAll('\n', '\n    ')}`;
  return `${head.join('  ')}${below}\n`;
}

/** Text of agents could move the cursor or change colours of the terminal. */
const printable = (text: string): string => text.replace(/[^\P{Cc}\n]/gu, '\ufffd');
