/** The texts of temporary. */
export const toggle = () => "Temporary chat";
export const name = () => "Temporary chat";
export const banner = () => "Temporary chat";
export const whatHappens = () =>
  "It is in no list, no search and no export, and is erased when you close it.";
export const whatStays = () =>
  "The messages, the files and everything behind them are erased. The audit trail keeps only that there was a chat, when it took place and was erased, and digests that reveal nothing of it. Until it is erased, it is stored like any other, and operators may look at it, for a reason that you can read in your account. It is also erased one minute after its page is gone (a reload comes back in time), and ten minutes after your browser stopped answering.";
export const close = () => "Close and erase";
export const closing = () => "Erasing …";
