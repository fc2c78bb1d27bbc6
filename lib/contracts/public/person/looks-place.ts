/** The part of a person's account page with the answers that they contested, and its address. */
export const CONTESTED_ID = "contested";
export const CONTESTED_ADDRESS = `/account#${CONTESTED_ID}`;
/** Where a person reads who looked: the part of their account page, and its address. */
export const LOOKS_ID = "who-looked";
export const LOOKS_ADDRESS = `/account#${LOOKS_ID}`;
