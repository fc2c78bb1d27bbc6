/** What is said once a file is read in another encoding. */
import type { Value } from "./message.ts";

export const readAnew = ({ name }: { name: Value }) => `This file is read as ${name} now.`;
export const readAnewForNext = ({ name }: { name: Value }) =>
  `A version that is read as ${name} is attached to your next message. Earlier answers keep what they read.`;
export const noMoreFiles = ({ count }: { count: Value }) =>
  `Your next message has ${count} files already. Remove one first.`;
