import './spinner.css';

/** Something is under way; what it is stands beside it. */
export function Spinner() {
  return <span className="spinner" aria-hidden />;
}
