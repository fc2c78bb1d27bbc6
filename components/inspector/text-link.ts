/** The classes of a link inside text. */
export const TEXT_LINK =
  "rounded-sm text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-current";
