/**
 * A movement in the formal language of goals: `move(10)` is ten centimetres away from the base, `rotate(90)` is ninety degrees
 * counterclockwise as seen from above; negative amounts are the other way.
 */
export interface Movement {
  name: 'move' | 'rotate';
  /** Centimetres or degrees. */
  amount: number;
}

/** The form of one movement, for descriptions of its receivers. */
export const movementPattern = '^(move|rotate)\\([+-]?\\d{1,4}(\\.\\d{1,6})?\\)$';
const movementForm = new RegExp(movementPattern);

/** Reads one movement; null if it is none. Nothing is guessed. */
export function readMovement(text: string): Movement | null {
  const written = text.replace(/\s+/g, '');
  if (!movementForm.test(written)) return null;
  const amount = Number(written.slice(written.indexOf('(') + 1, -1));
  return { name: written.startsWith('move') ? 'move' : 'rotate', amount };
}

/** With at most six decimals, and never in exponents, which receivers would not read. */
export const writeMovement = ({ name, amount }: Movement): string =>
  `${name}(${Number(amount.toFixed(6))})`;

const separator = /\s*[;\n]\s*/;

/** Reads movements one after the other, as `move(10); rotate(90)`; null if any part is none. */
export function readFormalGoal(text: string): Movement[] | null {
  const movements: Movement[] = [];
  for (const part of text.trim().split(separator)) {
    const movement = readMovement(part);
    if (movement === null) return null;
    movements.push(movement);
  }
  return movements;
}

export const writeFormalGoal = (movements: readonly Movement[]): string =>
  movements.map(writeMovement).join('; ');
