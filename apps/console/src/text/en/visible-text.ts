/** What is shown in place of characters that cannot be seen. */
export const hiddenWords = {
  many: (count: number) => `⟨${count} hidden characters⟩`,
};
