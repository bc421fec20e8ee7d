const pad = (value: number) => String(value).padStart(2, '0');

/** A moment (epoch ms) for `<input type="datetime-local">`, in whole minutes of this machine's time. */
export function writeLocal(at: number): string {
  const date = new Date(at);
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** Epoch ms of what such a field holds; null = nothing. */
export function readLocal(text: string): number | null {
  const at = text === '' ? Number.NaN : new Date(text).getTime();
  return Number.isNaN(at) ? null : at;
}
