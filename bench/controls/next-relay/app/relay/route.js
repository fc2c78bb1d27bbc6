/** Control 2: a minimal Next route handler that relays the model's stream. */

export const dynamic = "force-dynamic";

export function GET() {
  return new Response("ok");
}

export async function POST(request) {
  const { text } = await request.json();
  const answer = await fetch(`${process.env.MODEL_URL}/chat/completions`, {
    method: "POST",
    headers: { authorization: "Bearer demo", "content-type": "application/json" },
    body: JSON.stringify({
      model: "demo",
      stream: true,
      messages: [{ role: "user", content: text }],
    }),
    signal: request.signal,
    cache: "no-store",
  });
  return new Response(answer.body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
    },
  });
}
