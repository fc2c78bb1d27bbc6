/** What the cells of the list of runs have in common. */
export const CELL = "px-2 py-2 first:pl-0 last:pr-0";
/** Shown from `md` on, and from `lg` on. */
export const MD = "max-md:hidden";
export const LG = "max-lg:hidden";
