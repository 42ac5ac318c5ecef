import * as z from "zod";
import { callProvider, type Outside } from "./call-provider.ts";
import { secretOf, type OpenAiSettings } from "./settings.ts";

export const MAX_TOKENS = 700;

const completion = z.object({
  model: z.string().optional(),
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
  usage: z
    .object({
      prompt_tokens: z.number(),
      completion_tokens: z.number(),
      total_tokens: z.number(),
      prompt_tokens_details: z.object({ cached_tokens: z.number().optional() }).nullish(),
    })
    .optional(),
});

export interface ModelCall {
  system: string;
  messages: { role: "user"; content: string }[];
  model: string;
  temperature: number | undefined;
  maxTokens: number;
  traceparent: string;
}

export interface Completion {
  text: string;
  model: string;
  usage:
    | { promptTokens: number; completionTokens: number; totalTokens: number; cachedTokens: number }
    | undefined;
  statusCode: number;
}

/** Any server that speaks OpenAI's chat completions. Undefined when it gave no good answer. */
export async function complete(
  env: Cloudflare.Env,
  outside: Outside,
  settings: OpenAiSettings,
  { system, messages, model, temperature, maxTokens, traceparent }: ModelCall,
): Promise<Completion | undefined> {
  const { baseUrl, apiVersion, azure, name } = settings;
  const key = settings.key ?? secretOf(env, settings.keySecret);
  const version = apiVersion === undefined ? "" : `?api-version=${encodeURIComponent(apiVersion)}`;
  const headers: Record<string, string> = { "content-type": "application/json", traceparent };
  if (key !== undefined)
    headers[azure ? "api-key" : "authorization"] = azure ? key : `Bearer ${key}`;
  const answer = await callProvider(outside, {
    provider: name,
    url: `${baseUrl.replace(/\/+$/, "")}/chat/completions${version}`,
    init: {
      method: "POST",
      headers,
      redirect: "manual",
      body: JSON.stringify({
        model,
        messages: [{ role: "system", content: system }, ...messages],
        max_tokens: maxTokens,
        ...(temperature === undefined ? {} : { temperature }),
      }),
    },
  });
  const read = completion.safeParse(await answer?.json().catch(() => undefined));
  if (answer === undefined || !read.success) return undefined;
  const { usage, choices } = read.data;
  return {
    text: choices[0]?.message.content ?? "",
    model: read.data.model ?? model,
    usage: usage && {
      promptTokens: usage.prompt_tokens,
      completionTokens: usage.completion_tokens,
      totalTokens: usage.total_tokens,
      cachedTokens: usage.prompt_tokens_details?.cached_tokens ?? 0,
    },
    statusCode: answer.status,
  };
}
