import * as z from "zod";
import type { WorkersAi } from "../../src/ai/providers/run-workers-ai.ts";

const chat = z.strictObject({
  messages: z
    .array(z.strictObject({ role: z.enum(["system", "user"]), content: z.string().min(1) }))
    .min(2),
  max_tokens: z.int().positive(),
  temperature: z.number().min(0).max(5).optional(),
  stream: z.literal(true).optional(),
});
const INPUTS: Readonly<Record<string, z.ZodType>> = {
  "@cf/test/chat": chat,
  "@cf/openai/whisper-large-v3-turbo": z.strictObject({
    audio: z.base64(),
    language: z
      .string()
      .regex(/^[a-z]{2}$/)
      .optional(),
  }),
  "@cf/myshell-ai/melotts": z.strictObject({
    prompt: z.string().min(1),
    lang: z.enum(["es", "en"]),
  }),
};
/** The statuses by the number at the start of an error's text, as Workers AI documents them. */
const STATUS: Readonly<Record<string, number>> = {
  3006: 413,
  3040: 429,
  5006: 400,
  5007: 400,
};
const USAGE = { prompt_tokens: 80, completion_tokens: 9, total_tokens: 89 };

/**
 * Parses an answer that is JSON, as the real binding does: a number alone comes as a number
 * (cloudflare/ai, issue 651).
 */
function asRead(text: string): unknown {
  return /^(?:\d|true|false|\{.*\}|\[.*\])$/s.test(text) ? JSON.parse(text) : text;
}

function asResponse(found: unknown): Response {
  if (!(found instanceof ReadableStream)) return Response.json(found);
  return new Response(found, { headers: { "content-type": "text/event-stream" } });
}

/** The binding as documented: it refuses what the real one would, and answers what it is given. */
export function aWorkersAi(...says: (string | Error)[]) {
  const asked: { model: string; input: Record<string, unknown> }[] = [];
  const find = (model: string, input: Record<string, unknown>): unknown => {
    asked.push({ model, input });
    const known = INPUTS[model];
    if (known === undefined) throw new Error("5007: No such model");
    if (!known.safeParse(input).success) throw new Error("5006: Error: required properties");
    const said = says[Math.min(asked.length, says.length) - 1] ?? "";
    if (said instanceof Error) throw said;
    if (model.includes("whisper")) {
      const { language = "en" } = input;
      const transcription_info = { language, language_probability: 1, duration: 1.5 };
      return { transcription_info, text: said, word_count: 1, segments: [] };
    }
    if (model.includes("melotts")) return { audio: btoa(said) };
    if (input["stream"] !== true) return { response: asRead(said), tool_calls: [], usage: USAGE };
    const parts = said.split(/(?<=[ \d])|(?=[ \d])/);
    const lines = parts.map(
      (part) => `data: ${JSON.stringify({ response: asRead(part), p: "ab" })}\n\n`,
    );
    const last = `data: ${JSON.stringify({ response: "", usage: USAGE })}\n\ndata: [DONE]\n\n`;
    return new Response([...lines, last].join("")).body;
  };
  const run: WorkersAi["run"] = async (model, input, { returnRawResponse }) => {
    if (!returnRawResponse) return find(model, input);
    try {
      return asResponse(find(model, input));
    } catch (error) {
      const [internalCode = "", description] = (error as Error).message.split(": ", 2);
      const status = STATUS[internalCode];
      if (status === undefined) throw error;
      return Response.json({ internalCode, description }, { status });
    }
  };
  const toMarkdown = () => Promise.reject(new Error("5006: no file was expected"));
  return { asked, binding: { run, toMarkdown } };
}
