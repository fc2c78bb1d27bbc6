/**
 * How often something is asked again: often while what is shown goes on, once a minute at rest, never in a hidden tab. A tab
 * that is looked at again asks at once. Every query that polls gets its interval here.
 */

/** At rest, in a visible tab. */
export const AT_REST_MS = 60_000;

type PollOptions<Data> = {
  /** While `isBusy`. */
  busyMs?: number;
  /** Whether something that is shown goes on; of undefined before the first answer. */
  isBusy?: (data: Data | undefined) => boolean;
  /** Whether it is asked again at rest. */
  atRest?: (data: Data | undefined) => boolean;
  /** Asks in a hidden tab, too, while busy: for what such a tab tells. `atRest` says no while the tab is hidden. */
  inBackground?: boolean;
};

/** Options of React Query. */
export function poll<Data = unknown>(options: PollOptions<Data> = {}) {
  const {
    busyMs = AT_REST_MS,
    isBusy = () => false,
    atRest = () => true,
    inBackground = false,
  } = options;
  return {
    refetchInterval: ({ state }: { state: { data?: Data | undefined } }): number | false => {
      if (isBusy(state.data)) return busyMs;
      return atRest(state.data) && AT_REST_MS;
    },
    refetchIntervalInBackground: inBackground,
  };
}
