/** Whether a key belongs to what has the focus, and not to the page. */

/** Fields, and what opens over the page. A list of a panel (`data-list`) shares its keys with the page. */
const OWN_KEYS =
  "input:not([type=checkbox], [type=range]), textarea, select, [role=dialog] *, [role=menu] *, [role=listbox]:not([data-list]), [role=listbox]:not([data-list]) *";

export function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches(OWN_KEYS);
}
