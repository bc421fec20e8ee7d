import { commonText } from '../text/texts.ts';
import './skeleton.css';

/** Grey rows in place of content that is being read. `label` describes it. */
export function Skeleton({
  rows = 4,
  label = commonText.loading,
}: {
  rows?: number;
  label?: string;
}) {
  const widths = [72, 60, 80, 66, 54, 76];
  return (
    <div className="stack-loose full-width skeleton" role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: rows }, (_, row) => `row-${String(row)}`).map((key, row) => (
        <div className="stack-close" key={key} aria-hidden>
          <span className="skeleton-line" style={{ width: `${String(widths[row % 6])}%` }} />
          <span
            className="skeleton-line"
            style={{ width: `${String(34 + ((row * 7) % 20))}%`, height: 8 }}
          />
        </div>
      ))}
    </div>
  );
}
