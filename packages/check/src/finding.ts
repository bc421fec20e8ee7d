import type { Statement, WrittenStatement } from '@countersign/json/statement';
import { adviceOf, titleOf } from './statements.ts';
import { type CheckId, pageOf } from './titles.ts';

/** `skip`: it could not be checked, or does not apply to this agent. */
export type Verdict = 'pass' | 'warn' | 'fail' | 'skip';

/** The result of one check, for the author of an agent. */
export interface Finding {
  /** Stable: `area.check`. */
  id: CheckId;
  verdict: Verdict;
  /** What was checked, as a sentence that is true if it passed. */
  title: string;
  /** What was seen; empty = nothing to say. */
  detail: string;
  /** What to do; empty if it passed or was not checked. */
  advice: string;
  /** The page of the specification, relative to `docs/protocol`. */
  page: string;
  /** The three texts as data, for readers in another language. */
  statements: { title: Statement; detail?: Statement | undefined; advice?: Statement | undefined };
}

/** The result of a whole check. */
export interface Report {
  agent: { id: string; name: string; url: string };
  /** ISO 8601. */
  checkedAt: string;
  /** `hai`, `ag-ui`, `a2a` or `mcp`; null = it is not known. */
  speaks: string | null;
  /** Runs that were started. */
  runs: number;
  findings: Finding[];
}

/** Collects findings. */
export interface Notebook {
  pass(id: CheckId, detail?: WrittenStatement): void;
  warn(id: CheckId, detail: WrittenStatement): void;
  fail(id: CheckId, detail: WrittenStatement): void;
  skip(id: CheckId, why: WrittenStatement): void;
  /** Passes if there is nothing wrong. */
  expect(id: CheckId, wrong: WrittenStatement | null): void;
}

export function createNotebook(onFinding: (finding: Finding) => void): Notebook {
  const note = (verdict: Verdict) => (id: CheckId, detail?: WrittenStatement) => {
    const title = titleOf(id);
    const advice = verdict === 'fail' || verdict === 'warn' ? adviceOf(id) : undefined;
    onFinding({
      id,
      verdict,
      title: title.text,
      detail: detail?.text ?? '',
      advice: advice?.text ?? '',
      page: pageOf(id),
      statements: {
        title: title.statement,
        ...(detail === undefined ? {} : { detail: detail.statement }),
        ...(advice === undefined ? {} : { advice: advice.statement }),
      },
    });
  };
  const [pass, fail] = [note('pass'), note('fail')];
  return {
    pass,
    warn: note('warn'),
    fail,
    skip: note('skip'),
    expect(id, wrong) {
      if (wrong === null) pass(id);
      else fail(id, wrong);
    },
  };
}

/** Whether an agent may not be called conforming. */
export const hasFailed = ({ findings }: Report): boolean =>
  findings.some(({ verdict }) => verdict === 'fail');
