/** Says that somebody has looked. Quiet: no number, no colour of alarm. */
export function UnseenDot() {
  return <span aria-hidden="true" className="ml-auto size-1.5 shrink-0 rounded-full bg-accent" />;
}
