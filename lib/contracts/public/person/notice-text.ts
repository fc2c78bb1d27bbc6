/** What people are told of how their conversations are handled. */
export type NoticeText = {
  /** SHA-256 over what it says, in lower-case hex: another one is to be read again. */
  digest: string;
  /** All of it in a few sentences. */
  summary: string;
  parts: readonly { title: string; text: string }[];
};
