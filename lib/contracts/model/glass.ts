/** What a run knows of its hidden texts: who makes a prompt says what stands in it, and what leaves is compared with that. */
export type Glass = {
  /**
   * @param from says where the texts stand, for the record
   * @param key names them by what they say, such as their digest: the same ones are taken once
   */
  hide(from: string, key: string, texts: () => readonly string[]): void;
  /** The name of a tool, which is hidden whole; not one that is a word like any other. */
  hideName(from: string, name: string): void;
  /** An id or a reference, which is hidden whole. */
  hideId(from: string, id: string): void;
  /** Text that may leave although a hidden text has the same words: the person's own, or a public one. */
  show(text: string): void;
  /** @returns a whole text as it may leave */
  pass(text: string): string;
};
