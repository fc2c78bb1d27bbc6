/** The texts of export. */
import type { Value } from "./message.ts";

export const you = () => "You";
export const assistant = () => "Assistant";
export const file = ({ name }: { name: Value }) => `File: ${name}`;
export const all = () => "Conversations";
export const takeAway = () => "Download everything";
export const takeAwayExplained = () =>
  "Everything of yours: your account, where and when you signed in, who looked, your conversations as you saw them, and your files. Or the conversations alone.";
export const asMarkdown = () => "Conversations as Markdown";
export const asJson = () => "Conversations as JSON";
export const everything = () => "Halfsilver";
export const downloadAll = () => "Everything, as one archive";
