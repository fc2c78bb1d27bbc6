/**
 * Values that a process holds once. A bundler copies modules, and scripts/server loads the application apart, so the values
 * stand on the global object, under symbols that every copy knows.
 */

const held = globalThis as Record<symbol, unknown>;

/** A place for a value that may be absent or replaced. */
export function processSlot<Value>(name: string): { value: Value | undefined } {
  const key = Symbol.for(`halfsilver.${name}`);
  return {
    get value() {
      return held[key] as Value | undefined;
    },
    set value(value) {
      held[key] = value;
    },
  };
}

/** @returns what gives the value, which `make` makes for the first caller */
export function processWide<Value extends object>(name: string, make: () => Value): () => Value {
  const slot = processSlot<Value>(name);
  return () => {
    slot.value ??= make();
    return slot.value;
  };
}
