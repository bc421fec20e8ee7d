import './spinner.css';

/** Shows that something is in progress; the text next to it says what. */
export function Spinner() {
  return <span className="rigid spinner" aria-hidden />;
}
