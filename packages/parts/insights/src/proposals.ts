import type { Insights, Proposal } from '@countersign/api/records/insights';

/** At least so many answers before a source is judged. */
const enough = 20;
const most = 5;

type Figures = Pick<Insights, 'asked' | 'answers' | 'by' | 'sources' | 'confidence' | 'fields'>;

/**
 * What would be worth a change, by how many questions it is about; at most five. Each says the figures that it rests on:
 * - `answer-by-itself`: at least 97 of 100 answers of people left a source's proposal as it was
 * - `teach`: at least a quarter of a source's answers were edits
 * - `confidence`: from a stated confidence on, at least 95 of 100 proposals were left as they were
 * - `unread`: at least 3 of 10 approvals were on screen for less than two seconds
 * - `unseen-default`: at least three defaults were applied that nobody had seen
 * - `noisy`: a source asks at least three of ten questions
 */
export function proposalsOf(figures: Figures): Proposal[] {
  const found = [
    ...figures.sources.flatMap((source) => ofSource(source, figures)),
    ...ofConfidence(figures),
    ...ofReading(figures),
  ];
  return found.toSorted((left, right) => right.part - left.part).slice(0, most);
}

function ofSource(
  source: Insights['sources'][number],
  { asked, fields }: Pick<Figures, 'asked' | 'fields'>,
): Proposal[] {
  const { agentId, tool, approved, edited, rejected, other, example } = source;
  const people = approved + edited + rejected + other;
  const about = { agentId, tool, detail: null, example };
  const found: Proposal[] = [];
  if (people >= enough && approved >= people * 0.97) {
    found.push({ kind: 'answer-by-itself', ...about, part: approved, of: people });
  }
  if (people >= enough && edited * 4 >= people) {
    const field = fields.find((one) => one.agentId === agentId)?.field ?? null;
    found.push({ kind: 'teach', ...about, detail: field, part: edited, of: people });
  }
  if (asked >= 2 * enough && source.asked * 10 >= asked * 3 && found.length === 0) {
    found.push({ kind: 'noisy', ...about, part: source.asked, of: asked });
  }
  return found;
}

/** The lowest confidence from which on nearly all proposals were left as they were, if lower ones were not. */
function ofConfidence({ confidence }: Pick<Figures, 'confidence'>): Proposal[] {
  const isSure = ({ left, n }: { left: number; n: number }) => n >= enough && left >= n * 0.95;
  const from = confidence.findIndex((_, at) => isSure(sumOf(confidence.slice(at))));
  const bin = confidence[from];
  if (bin === undefined || from === 0) return [];
  const { left, n } = sumOf(confidence.slice(from));
  const about = { agentId: null, tool: '', example: null };
  return [{ kind: 'confidence', ...about, detail: String(bin.at), part: left, of: n }];
}

const sumOf = (bins: Figures['confidence']) => ({
  left: bins.reduce((sum, bin) => sum + bin.left, 0),
  n: bins.reduce((sum, bin) => sum + bin.n, 0),
});

function ofReading({ answers, by }: Pick<Figures, 'answers' | 'by'>): Proposal[] {
  const { approved, unread, unseen } = answers;
  const about = { agentId: null, tool: '', detail: null, example: null };
  const found: Proposal[] = [];
  if (approved >= enough && unread * 10 >= approved * 3) {
    found.push({ kind: 'unread', ...about, part: unread, of: approved });
  }
  if (unseen >= 3) found.push({ kind: 'unseen-default', ...about, part: unseen, of: by.default });
  return found;
}
