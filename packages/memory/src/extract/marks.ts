const placeholder = String.raw`\[([A-Z]{2,20}(?:_[A-Z]{2,20})*)_\d{1,6}\]`;
/** Of few forms, so that data cannot pass as a slot: letters, and at most four digits at the end. */
const slot = String.raw`\{\{[a-z]{2,20}(?:_[a-z]{2,20}){0,3}(?:_\d{1,4})?\}\}`;

/** What the second step puts in the place of data, such as `[EMAIL_1]`; its first group is the label. */
export const placeholderText = new RegExp(placeholder, 'g');
/** What the third step puts in the place of a value, such as `{{amount}}`. */
export const slotText = new RegExp(slot, 'g');
/** Either of them. */
export const markText = new RegExp(`${placeholder}|${slot}`, 'g');

/** Whether a text consists of them alone. */
export const isMarks = (text: string): boolean => text.replace(markText, '').trim() === '';
