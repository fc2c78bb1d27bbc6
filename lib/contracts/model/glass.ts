/** A run's output filter: prompt builders register the hidden texts, and every outgoing text is compared with them. */
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
