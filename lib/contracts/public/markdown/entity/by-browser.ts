/** Decodes one character reference by the browser, which has the table already. */

let box: HTMLTextAreaElement | undefined;

/** @param reference the reference and nothing else, so that no element can arise of it */
export function decodeEntity(reference: string): string {
  box ??= document.createElement("textarea");
  box.innerHTML = reference;
  return box.textContent;
}
