/** Where the focus goes when what had it is done and gone. */

/** The message box: what a person does next is to write. */
export function focusComposer(): void {
  document.querySelector<HTMLTextAreaElement>("textarea[name=message]")?.focus();
}

/**
 * After a decision: the next question of the conversation that waits for one. Without one the message box; on a device
 * that is touched the conversation, because the box would bring up its keyboard over what is answered now.
 */
export function focusAfterDecision(decided: Element): void {
  const log = decided.closest<HTMLElement>('[role="log"]');
  const next = [...(log?.querySelectorAll<HTMLElement>("[data-decide]") ?? [])].find(
    (button) => !decided.contains(button),
  );
  if (next) next.focus();
  else if (window.matchMedia("(pointer: coarse)").matches) log?.focus({ preventScroll: true });
  else focusComposer();
}
