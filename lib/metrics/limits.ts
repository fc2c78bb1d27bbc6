/** How long all processes on one port may take to tell their figures. Longer than the library's own limit of 5 s. */
export const FIGURES_TIMEOUT_MS = 6_000;
