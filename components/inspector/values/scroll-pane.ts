/** Props that let the keyboard reach and scroll a pane. */
export const SCROLL_PANE = { tabIndex: 0 } as const;
