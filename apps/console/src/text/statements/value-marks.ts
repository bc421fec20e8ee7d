/** Enclose each value in a filled template until its spaces are set; noncharacters, which no text contains. */
export const startOfValue = '\ufdd0';
export const endOfValue = '\ufdd1';
