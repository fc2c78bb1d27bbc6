/** A button whose overlay is loaded after the page. Until then it stands alone; what is done with it is kept. */
"use client";
import {
  type ComponentType,
  cloneElement,
  createContext,
  lazy,
  type ReactElement,
  type ReactNode,
  type RefObject,
  Suspense,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { KEEPS_PRESS, takeEarlyPress } from "../device/early-presses.ts";
import { useIsHydrated } from "../hydration.ts";

type Early = { isPressed: boolean; isFocused: boolean };

const EarlyContext = createContext<RefObject<Early> | null>(null);

/** @returns what was done with the button before its overlay was there */
export const useEarly = () => useContext(EarlyContext);

export type Trigger = ReactElement<Record<string, unknown>>;

/** An overlay for `LateOverlay`. If it cannot be loaded, its button stays alone until the page is loaded again. */
export function lazyOverlay<Props extends { trigger: Trigger }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  return lazy(() => load().catch(() => ({ default: ({ trigger }: Props) => trigger })));
}

type LateOverlayProps = {
  trigger: Trigger;
  /** What `lazyOverlay` made: it renders the trigger with its overlay. */
  children: ReactNode;
  /** True for a button that a page has hundreds of: its overlay comes when the button is pointed at, focused or pressed. */
  isOnDemand?: boolean;
};

/** In the HTML the button is alone, too, so that it works as soon as the page's own script runs. */
export function LateOverlay({ trigger, children, isOnDemand = false }: LateOverlayProps) {
  const early = useRef<Early>({ isPressed: false, isFocused: false });
  // A button that comes later needs no change under the pointer.
  const isHydrated = useIsHydrated();
  const [isWanted, setWanted] = useState(isHydrated && !isOnDemand);
  // A transition: the button stays until its overlay is there.
  const want = useCallback(() => startTransition(() => setWanted(true)), []);
  useEffect(() => {
    if (!isOnDemand) want();
  }, [isOnDemand, want]);
  const alone = <Alone trigger={trigger} early={early} want={want} />;
  return (
    <EarlyContext value={early}>
      <Suspense fallback={alone}>{isWanted ? children : alone}</Suspense>
    </EarlyContext>
  );
}

type AloneProps = { trigger: Trigger; early: RefObject<Early>; want: () => void };

/** The button without its overlay. It is hydrated by itself, after what is around it: only then its early press can be taken. */
function Alone({ trigger, early, want }: AloneProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    early.current.isFocused ||= document.activeElement === button.current;
    if (early.current.isFocused) want();
    const timer = setTimeout(() => {
      if (!takeEarlyPress(button.current)) return;
      early.current.isPressed = true;
      want();
    });
    return () => clearTimeout(timer);
  }, [early, want]);
  const note = (news: Partial<Early>) => () => {
    Object.assign(early.current, news);
    want();
  };
  return cloneElement(trigger, {
    ...KEEPS_PRESS,
    ref: button,
    "aria-haspopup": true,
    "aria-expanded": false,
    onClick: note({ isPressed: true }),
    onPointerEnter: want,
    onFocus: note({ isFocused: true }),
    onBlur: note({ isFocused: false }),
  });
}
