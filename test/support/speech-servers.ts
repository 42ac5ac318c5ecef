import { anApp } from "./app.ts";

/** Two frames of 48 kbit/s at 24 kHz, 48 ms together. */
const MP3 = new Uint8Array(288);
for (const at of [0, 144]) MP3.set([0xff, 0xf3, 0x64, 0xc0], at);

export function azure(url: URL): Response {
  if (url.pathname.endsWith("issueToken")) return new Response("jwt");
  if (url.host.includes(".tts.")) return new Response(MP3);
  return Response.json({
    RecognitionStatus: "Success",
    DisplayText: "Hola.",
    Duration: 12_000_000,
    NBest: [{ Confidence: 0.9, Display: "Hola." }],
  });
}

export function deepgram(url: URL): Response {
  if (url.pathname.endsWith("/grant"))
    return Response.json({ access_token: "jwt", expires_in: 60 });
  if (url.pathname.endsWith("/speak")) return new Response(MP3);
  const found = { detected_language: "en", language_confidence: 0.9 };
  const channel = {
    alternatives: [{ transcript: "Hola.", confidence: 0.9 }],
    ...(url.searchParams.get("detect_language") === "true" ? found : {}),
  };
  return Response.json({ metadata: { duration: 1.2 }, results: { channels: [channel] } });
}

/** Makes the product with a speech provider that answers like this. */
export function withSpeech(answer: (url: URL) => Response, settings: object) {
  const sent: Request[] = [];
  const fetch = (async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    sent.push(request.clone());
    return answer(new URL(request.url));
  }) as typeof globalThis.fetch;
  const bindings = { AI_PROVIDERS: JSON.stringify([settings]), SPEECH_KEY: "s3cret" };
  const { request } = anApp({ fetch }, bindings);
  const ask = (method: string, path: string, as: string, body?: object, headers = {}) =>
    request(path, {
      method,
      headers: { authorization: `Bearer ${as}`, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return { ask, sent };
}
