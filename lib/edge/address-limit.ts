/** Counts requests of one client address to what anybody may read, so that no address can be tried at will. */
import { ADDRESS_WINDOW_MS, ADDRESSES_COUNTED_MAX } from "./limits.ts";

export type AddressLimit = (address: string, perWindow: number, now?: number) => boolean;

/** Per process, and forgotten after each window: a limit on guessing, not on people. */
export function createAddressLimit(): AddressLimit {
  let counts = new Map<string, number>();
  let startedAt = 0;
  return (address, perWindow, now = Date.now()) => {
    if (now - startedAt >= ADDRESS_WINDOW_MS || counts.size > ADDRESSES_COUNTED_MAX) {
      counts = new Map();
      startedAt = now;
    }
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    return count <= perWindow;
  };
}
