/** Text of a server as a quotation: it cannot look like the words of this server. */
export const quoted = (text: string): string =>
  text
    .trim()
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `> ${line}`)
    .join('\n');
