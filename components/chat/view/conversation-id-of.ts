/** The conversation that a path of this application names, or null for a new one. Pure. */
export function conversationIdOf(path: string | null): string | null {
  return /^\/c\/([^/]+)\/?$/.exec(path ?? "")?.[1] ?? null;
}
