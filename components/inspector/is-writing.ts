/** Whether a key is meant for what somebody writes. */
export function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const field = "input:not([type=checkbox], [type=range]), textarea, select";
  return target.isContentEditable || target.matches(field);
}
