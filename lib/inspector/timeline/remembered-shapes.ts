import "server-only";
/** The shapes of the runs that were looked at last: a run that is over is folded once. */
import type { RunTrace } from "../../contracts/inspector/timeline/run-trace.ts";

export type Shape = Omit<RunTrace, "run">;

/** Some megabytes each where a run has fifty thousand hops. */
const SHAPES_MAX = 8;

const KEY = Symbol.for("halfsilver.rememberedShapes");
const store = globalThis as { [KEY]?: ShapeMemory };

class ShapeMemory {
  readonly #shapes = new Map<string, Shape>();

  get(version: string): Shape | undefined {
    const shape = this.#shapes.get(version);
    if (shape) this.set(version, shape);
    return shape;
  }

  /** The newest stands last; the one that nobody asked for longest goes first. */
  set(version: string, shape: Shape): void {
    this.#shapes.delete(version);
    this.#shapes.set(version, shape);
    const [oldest] = this.#shapes.keys();
    if (this.#shapes.size > SHAPES_MAX && oldest !== undefined) this.#shapes.delete(oldest);
  }
}

export function rememberedShapes(): ShapeMemory {
  store[KEY] ??= new ShapeMemory();
  return store[KEY];
}
