import { type Chat, ModelError } from '../../model/chat.ts';
import { robotTextFor } from '../../words/robot-text.ts';
import { writeFormalGoal } from '../formal-goal.ts';
import { formalizeByModel } from './formalize-by-model.ts';
import { readGoal } from './read-goal.ts';

export type Formalized =
  | {
      ok: true;
      /** Movements one after the other, as `move(10); rotate(90)`. */
      formalGoal: string;
      /** `rules`: without the model, or against it. `both`: they agree. `model`: the rules know all amounts, but not the words. */
      readBy: 'rules' | 'both' | 'model';
      /** What to know about it, in the language of the goal; null = nothing. */
      note: string | null;
    }
  | { ok: false; reason: string };

/** A goal in the formal language of the arm, or why that is not possible, in the language of the goal. */
export async function formalize(
  goal: string,
  chat: Chat | null,
  signal: AbortSignal,
): Promise<Formalized> {
  const words = robotTextFor(/\p{Script=Han}/u.test(goal) ? 'zh-CN' : 'en').formalizer;
  const read = readGoal(goal);
  const byRules = (note: string | null): Formalized =>
    read.ok
      ? { ok: true, formalGoal: writeFormalGoal(read.movements), readBy: 'rules', note }
      : { ok: false, reason: words.unread[read.reason](read.clause) };
  if (chat === null) return byRules(null);
  try {
    const { verdict, movements } = await formalizeByModel(chat, { goal, read }, signal);
    if (movements === null) return byRules(verdict === 'differs' ? words.modelDiffers : null);
    const formalGoal = writeFormalGoal(movements);
    return verdict === 'agrees'
      ? { ok: true, formalGoal, readBy: 'both', note: null }
      : { ok: true, formalGoal, readBy: 'model', note: words.byModelOnly };
  } catch (error) {
    // Without its model the formalizer works as if it had none.
    if (!(error instanceof ModelError)) throw error;
    return byRules(words.modelAway);
  }
}
