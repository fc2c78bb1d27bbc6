/** A pane that scrolls can be reached, and scrolled, by keyboard. */
export const SCROLL_PANE = { tabIndex: 0 } as const;
