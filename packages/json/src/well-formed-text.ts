const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const loneSurrogates = new RegExp(loneSurrogate, 'g');

/** Whether a text holds half of a character (a lone surrogate), which UTF-8 and canonical JSON (RFC 8785) cannot carry. */
export const hasLoneSurrogate = (text: string): boolean => loneSurrogate.test(text);

/** The text with U+FFFD for each half of a character; the same text if there is none. */
export const wellFormedText = (text: string): string => text.replace(loneSurrogates, '\ufffd');
