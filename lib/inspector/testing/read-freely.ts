/** Lets operators read without a reason and without a review, for tests of what they read: call it once, at the top of the file. */
export function readFreely(): void {
  process.env.PAYLOAD_REASON = "free";
  process.env.AUDITORS_SEE_CONVERSATIONS = "always";
}
