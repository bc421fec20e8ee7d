/** Hands a file to the browser as a download. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}

export const saveText = (name: string, content: string): void =>
  saveFile(name, new Blob([content], { type: 'text/plain;charset=utf-8' }));
