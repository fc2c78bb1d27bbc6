/** A call's place at a model whose calls at once are limited. */

export type PlaceQueue = {
  /** The connections that share one limit. */
  name: string;
  /** Calls at once, of all instances. */
  max: number;
};

/** Whose turn makes a call. A service does not know the person, and a conversation of its own is none of ours. */
export type ModelTurn = { runId: string; userId: string | null; conversationId?: string };

type PlaceRequest = {
  /** Null: a short call of nobody's turn, which waits for all others. */
  turn: ModelTurn | null;
  signal: AbortSignal;
  /** Called while the call waits, with each position that is nearer than the last. 1 is next. */
  onWait?(position: number): void;
};

/**
 * Resolves when the call may be made, or at once where the signal is aborted.
 * @returns gives the place back
 */
export type TakePlace = (queue: PlaceQueue, request: PlaceRequest) => Promise<() => void>;
