/** Counts the requests of each client network, or of another key, so that nobody can send them at will. */
import { clientNetworkOf } from "./client-network.ts";
import { ADDRESS_WINDOW_MS, ADDRESSES_COUNTED_MAX, NETWORKS_OF_SITE_MAX } from "./limits.ts";

/** @returns false where the network of the address has had `perWindow` requests */
export type AddressLimit = (address: string, perWindow: number, now?: number) => boolean;

/** Per process. Each window begins from zero. */
export function createAddressLimit(): AddressLimit {
  let ofNetworks = new Map<string, number>();
  let ofSites = new Map<string, { networks: number; count: number }>();
  let startedAt = 0;
  return (address, perWindow, now = Date.now()) => {
    const isFull = ofNetworks.size + ofSites.size > ADDRESSES_COUNTED_MAX;
    if (now - startedAt >= ADDRESS_WINDOW_MS || isFull) {
      [ofNetworks, ofSites, startedAt] = [new Map(), new Map(), now];
    }
    const { network, site } = clientNetworkOf(address);
    const count = (ofNetworks.get(network) ?? 0) + 1;
    if (site === null) {
      ofNetworks.set(network, count);
      return count <= perWindow;
    }
    const around = ofSites.get(site) ?? { networks: 0, count: 0 };
    ofSites.set(site, around);
    around.networks += count === 1 ? 1 : 0;
    if (around.networks > NETWORKS_OF_SITE_MAX) {
      // From now on the site is one network: its further ones take no memory.
      around.count += 1;
      return around.count <= perWindow;
    }
    ofNetworks.set(network, count);
    if (count <= perWindow) around.count += 1;
    return count <= perWindow;
  };
}
