/** Takes part in something while somebody looks at it, and leaves it to others when nobody does. */

/** A tab that nobody sees leaves after this long. */
const HIDDEN_LEAVE_MS = 10_000;
/** A component that comes back within this time finds everything as it was. */
const LINGER_MS = 1_000;

/**
 * @param takePart runs until its signal fires or there is nothing more to do
 * @param isOver true once taking part has no use
 * @returns `enter`: one more looks; call what it returns when that is over
 */
export function attendWhileSeen(
  takePart: (signal: AbortSignal) => Promise<void>,
  isOver: () => boolean,
): () => () => void {
  let present: AbortController | null = null;
  let audience = 0;
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  let lingerTimer: ReturnType<typeof setTimeout> | undefined;

  const attend = () => {
    clearTimeout(hiddenTimer);
    if (present || audience === 0 || isOver()) return;
    const stay = new AbortController();
    present = stay;
    void takePart(stay.signal).finally(() => {
      if (present === stay) present = null;
    });
  };
  const leave = () => {
    present?.abort();
    present = null;
  };
  const onVisibility = () => {
    if (document.visibilityState === "visible") attend();
    else hiddenTimer = setTimeout(leave, HIDDEN_LEAVE_MS);
  };

  return () => {
    clearTimeout(lingerTimer);
    audience += 1;
    if (audience === 1) document.addEventListener("visibilitychange", onVisibility);
    attend();
    return () => {
      audience -= 1;
      if (audience > 0) return;
      document.removeEventListener("visibilitychange", onVisibility);
      lingerTimer = setTimeout(leave, LINGER_MS);
    };
  };
}
