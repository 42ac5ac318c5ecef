/** Answers with what has arrived of a request, so that a test can see what the TLS front passes on. */
export default {
  async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/stream") return new Response(slowly(Number(searchParams.get("ms"))));
    const body = await request.text();
    return Response.json({
      method: request.method,
      path: pathname + new URL(request.url).search,
      headers: Object.fromEntries(request.headers),
      cf: request.cf,
      body,
    });
  },
};

/** Sends two pieces with a pause between them. */
function slowly(ms: number): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async start(controller) {
      controller.enqueue(encoder.encode("first\n"));
      await new Promise((done) => setTimeout(done, ms));
      controller.enqueue(encoder.encode("second\n"));
      controller.close();
    },
  });
}
