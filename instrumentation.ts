/** Starts what beats while the server is up, and ends it in order. */

export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startServer } = await import("./app/start-server.ts");
  await startServer();
}
