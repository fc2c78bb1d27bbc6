/** Whether a key press belongs to the focused element instead of the page. */

/** Fields and overlays. A panel's list (`data-list`) shares its keys with the page. */
const OWN_KEYS =
  "input:not([type=checkbox], [type=range]), textarea, select, [role=dialog] *, [role=menu] *, [role=listbox]:not([data-list]), [role=listbox]:not([data-list]) *";

export function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches(OWN_KEYS);
}
