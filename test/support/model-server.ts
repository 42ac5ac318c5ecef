/** An OpenAI-compatible server for tests. It is strict about requests, and answers what it is given. */
export function aModelServer(...says: (string | number)[]) {
  const asked: { url: string; headers: Headers; body: Asked }[] = [];
  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const body = await request.json<Asked>();
    asked.push({ url: request.url, headers: request.headers, body });
    const roles = body.messages.map(({ role }) => role);
    if (request.method !== "POST" || roles.join() !== "system,user" || body.model === "") {
      return Response.json({ error: { message: "bad request" } }, { status: 400 });
    }
    const said = says[Math.min(asked.length, says.length) - 1] ?? "";
    if (typeof said === "number") return new Response("no", { status: said });
    return Response.json({
      id: "x",
      object: "chat.completion",
      model: body.model,
      choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: said } }],
      usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
    });
  };
  return { asked, fetch };
}

interface Asked {
  model: string;
  temperature?: number;
  messages: { role: string; content: string }[];
}
