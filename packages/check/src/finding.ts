/** `skip`: it could not be checked, or the agent does not offer it. */
export type Verdict = 'pass' | 'warn' | 'fail' | 'skip';

/** The result of one check, for the author of an agent. */
export interface Finding {
  /** Stable: `area.check`. */
  id: string;
  verdict: Verdict;
  /** What was checked, as a sentence that is true if it passed. */
  title: string;
  /** What was seen; for a failure also what to do. */
  detail: string;
  /** The page of the specification, relative to `docs/protocol`. */
  page: string;
}

/** The result of a whole check. */
export interface Report {
  agent: { id: string; name: string; url: string };
  /** ISO 8601. */
  checkedAt: string;
  /** Runs that were started. */
  runs: number;
  findings: Finding[];
}

/** Collects the findings of one area. */
export interface Notebook {
  pass(id: string, title: string, detail?: string): void;
  warn(id: string, title: string, detail: string): void;
  fail(id: string, title: string, detail: string): void;
  skip(id: string, title: string, why: string): void;
  /** Passes if there is nothing wrong. */
  expect(id: string, title: string, wrong: string | null): void;
}

export function createNotebook(area: string, page: string, findings: Finding[]): Notebook {
  const note =
    (verdict: Verdict) =>
    (id: string, title: string, detail = '') => {
      findings.push({ id: `${area}.${id}`, verdict, title, detail, page });
    };
  const [pass, fail] = [note('pass'), note('fail')];
  return {
    pass,
    warn: note('warn'),
    fail,
    skip: note('skip'),
    expect(id, title, wrong) {
      if (wrong === null) pass(id, title);
      else fail(id, title, wrong);
    },
  };
}

/** Whether an agent may be called conforming: nothing failed. */
export const hasFailed = ({ findings }: Report): boolean =>
  findings.some(({ verdict }) => verdict === 'fail');
