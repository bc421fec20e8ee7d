/** Ids as one kind of agent makes them: the same for the same number. */
export interface Ids {
  name: string;
  message(number: number): string;
  call(number: number): string;
  interrupt(number: number): string;
  subagent(number: number): string;
}

const hex = (seed: number, length: number): string => {
  let value = seed + 1;
  let text = '';
  while (text.length < length) {
    value = (value * 48271) % 2147483647;
    text += (value % 65521).toString(16).padStart(4, '0');
  }
  return text.slice(0, length);
};
const uuid = (seed: number): string => {
  const digits = hex(seed, 32);
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20)}`;
};
const letters = (seed: number, length: number): string =>
  [...hex(seed, length)].map((digit) => 'YkQ3bZ7rTfXa0GhW'[Number.parseInt(digit, 16)]).join('');

const kind = (
  name: string,
  message: (number: number) => string,
  call: (number: number) => string,
): Ids => ({
  name,
  message,
  call,
  interrupt: (number) => hex(number + 700, 32),
  subagent: (number) => `subagent-${uuid(number + 900)}`,
});

/** The shapes of ids seen from real agents. */
export const idKinds: readonly Ids[] = [
  kind(
    'openai',
    (number) => `chatcmpl-${letters(number, 29)}`,
    (number) => `call_${letters(number + 50, 24)}`,
  ),
  kind(
    'langgraph',
    (number) => `lc_run--${uuid(number)}-0`,
    (number) => `call_${letters(number + 60, 24)}`,
  ),
  kind('mastra', uuid, (number) => `toolu_01${letters(number + 70, 22)}`),
  kind(
    'copilotkit',
    (number) => `ck-${uuid(number)}`,
    (number) => `result-call_${letters(number + 80, 24)}`,
  ),
  kind(
    'pydantic',
    (number) => `msg_${hex(number, 24)}`,
    (number) => `pyd_ai_${hex(number + 100, 32)}`,
  ),
  kind(
    'responses',
    (number) => `msg_0${hex(number, 49)}`,
    (number) => `fc_${hex(number, 50)}|call_${letters(number, 24)}`,
  ),
  kind(
    'long and odd',
    (number) => `urn:thread/${'n'.repeat(190)}?message=${number}&ü=%20#${hex(number, 8)}`,
    (number) => `tool call/${'c'.repeat(200)}/${hex(number, 12)}`,
  ),
];
