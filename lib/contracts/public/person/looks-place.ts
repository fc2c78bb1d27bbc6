/** Where a person reads who looked: the part of their account page, and its address. */
export const LOOKS_ID = "who-looked";
export const LOOKS_ADDRESS = `/account#${LOOKS_ID}`;
