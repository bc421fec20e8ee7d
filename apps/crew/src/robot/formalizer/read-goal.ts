import { type Movement, readFormalGoal } from '../formal-goal.ts';
import { type Amount, amountsIn } from './amounts.ts';
import { withDigits } from './number-words.ts';

/** Why rules cannot say what is wanted. They never guess: what they return moves a machine. */
export type UnreadReason =
  | 'nothing'
  | 'negated'
  | 'conditional'
  | 'no-amount'
  | 'several-amounts'
  | 'absolute'
  | 'sideways'
  | 'contradiction'
  | 'too-far';

export type ReadGoal =
  | { ok: true; movements: Movement[] }
  | { ok: false; reason: UnreadReason; clause: string };

const words = {
  negated: /\b(?:not|never|don't|do not|without|no)\b|不|别|勿|停止/,
  conditional:
    /\b(?:if|unless|until|when|while|twice|times|per|every|each)\b|如果|除非|直到|每|次|遍/,
  absolute: /\bto\s+[+-]?\d|\bat\s+[+-]?\d|[到至在]\s*[+-]?\d/,
  move: /\b(?:move|go|drive|shift|extend|retract|reach|stretch|advance|push|pull|back)\b|移|伸|缩|前进|后退|退/,
  rotate: /\b(?:rotate|turn|spin|swivel|swing|pivot)\b|转/,
  outwards: /\b(?:forwards?|outwards?|out|away|ahead|extend|stretch|advance|push)\b|前|伸|外/,
  inwards: /\b(?:backwards?|back|inwards?|closer|retract|pull)\b|后|缩|退|回|里/,
  // Looked for in a text from which the counterclockwise ones were removed: one contains the other.
  counterclockwise: /\b(?:counter|anti)[\s-]?clockwise\b|逆时针/g,
  clockwise: /\bclockwise\b|顺时针/,
  left: /\bleft\b|左/,
  right: /\bright\b|右/,
  vertical: /\b(?:up|upwards?|down|downwards?|lift|raise|lower)\b|上|下|抬|降/,
} as const;

/** A full stop and a comma between digits are parts of numbers. */
const separator =
  /\s*(?:[;\n!?，；。、！？]|[.,](?!\d)|\b(?:and\s+)?(?:then|afterwards|after that)\b|\band\b|然后|接着|之后|再|并且|并|[，,]?最后)\s*/;

/** More than any arm: such a number is a mistake. */
const maxAmount = 1_000;

/**
 * Reads a goal in English or Chinese, such as “move out by 10 cm, then turn 30 degrees to the right”, by rules. Each part needs exactly
 * one amount; left and counterclockwise are positive, as are outwards and forwards.
 */
export function readGoal(text: string): ReadGoal {
  const formal = readFormalGoal(text);
  if (formal !== null) return withinBounds(formal, text);
  const clauses = withDigits(text).split(separator).filter(isAboutMoving);
  if (clauses.length === 0) return { ok: false, reason: 'nothing', clause: text.trim() };
  const movements: Movement[] = [];
  for (const clause of clauses) {
    const read = readClause(clause);
    if (typeof read === 'string') return { ok: false, reason: read, clause };
    movements.push(read);
  }
  return withinBounds(movements, text);
}

function withinBounds(movements: Movement[], text: string): ReadGoal {
  const isSane = movements.every(({ amount }) => amount !== 0 && Math.abs(amount) <= maxAmount);
  return isSane ? { ok: true, movements } : { ok: false, reason: 'too-far', clause: text.trim() };
}

const isAboutMoving = (clause: string): boolean =>
  amountsIn(clause).length > 0 || words.move.test(clause) || words.rotate.test(clause);

function readClause(clause: string): Movement | UnreadReason {
  if (words.negated.test(clause)) return 'negated';
  if (words.conditional.test(clause)) return 'conditional';
  const amounts = amountsIn(clause);
  const [amount] = amounts;
  if (amount === undefined) return 'no-amount';
  if (amounts.length > 1) return 'several-amounts';
  if (words.absolute.test(clause)) return 'absolute';
  const name = nameOf(clause, amount);
  if (name === null) return 'contradiction';
  const sign = name === 'rotate' ? turnOf(clause) : wayOf(clause);
  if (typeof sign === 'string') return sign;
  // “Back by minus ten” could mean either.
  if (sign === -1 && amount.value < 0) return 'contradiction';
  return { name, amount: amount.value * sign };
}

/** By the unit, and by the verb if there is none; null = they disagree, or neither says it. */
function nameOf(clause: string, { kind }: Amount): Movement['name'] | null {
  // A noun here: “half a turn”.
  const verbs = clause.replace(/\d\s*turns?\b/g, '');
  const [moves, rotates] = [words.move.test(verbs), words.rotate.test(verbs)];
  if (kind === 'length') return rotates && !moves ? null : 'move';
  if (kind === 'angle') return moves && !rotates && !isTurned(clause) ? null : 'rotate';
  if (moves === rotates) return null;
  return moves ? 'move' : 'rotate';
}

/** “Move 30 degrees to the left” is a turn. */
const isTurned = (clause: string): boolean => turnOf(clause) !== 'contradiction';

function turnOf(clause: string): 1 | -1 | UnreadReason {
  const rest = clause.replace(words.counterclockwise, '');
  const isCounterclockwise = rest !== clause || words.left.test(clause);
  const isClockwise = words.clockwise.test(rest) || words.right.test(clause);
  if (isCounterclockwise && isClockwise) return 'contradiction';
  return isClockwise ? -1 : 1;
}

function wayOf(clause: string): 1 | -1 | UnreadReason {
  if (words.left.test(clause) || words.right.test(clause) || words.vertical.test(clause)) {
    return 'sideways';
  }
  const isInwards = words.inwards.test(clause);
  if (isInwards && words.outwards.test(clause)) return 'contradiction';
  return isInwards ? -1 : 1;
}
