import { isRefusal } from "../../http/index.ts";
import { given } from "../../platform/index.ts";
import { groundednessOf } from "../answer/check-output.ts";
import { retrieve } from "../answer/retrieve.ts";
import { writeAnswer, type Written } from "../answer/write-answer.ts";
import { chooseRoute } from "../chat/choose-route.ts";
import { knowledgeOf } from "../knowledge/knowledge-of.ts";
import type { Caller } from "../caller.ts";
import { checkModel } from "../providers/choose-models.ts";
import { DEFAULT_TOP } from "../schemas.ts";
import type { Language } from "../text/guess-language.ts";
import { buildPrompt } from "./build-prompt.ts";
import { nameOf, promptFor } from "./find-prompt.ts";
import type { PromptTest } from "./schemas.ts";

/** Shows what a model would be sent, and with `runModel` what it answers. */
export async function testPrompt(
  caller: Caller,
  { query, promptVersion, maxDocuments = DEFAULT_TOP, runModel = false, ...order }: PromptTest,
) {
  const { env, tenantId, platform, viewer } = caller;
  const prompt = await promptFor(caller, promptVersion);
  if (isRefusal(prompt)) return prompt;
  checkModel(caller, order.model);
  const ask = { query, top: maxDocuments, now: platform.now(), answering: true, viewer };
  // Without `runModel` no provider is called, not even for a vector.
  const found = await (runModel ? retrieve(caller, ask) : knowledgeOf(env, tenantId).search(ask));
  const built = buildPrompt(prompt, query, found);
  const question = { ...order, query, prompt, found, built };
  const written = runModel ? await writeAnswer(caller, question) : undefined;
  const { route, routeReason } = chooseRoute(query);
  const { flagged, removedCharacters, mask: _mask, ...shown } = built;
  const tested = {
    promptVersion: nameOf(prompt),
    ...shown,
    guardrails: { flagged, removedCharacters },
    routing: { route, routeReason },
    runModel,
    ...given({ result: written && withGroundedness(written, found.language) }),
  };
  return { tested, written };
}

function withGroundedness({ answer }: Written, language: Language) {
  return { ...answer, groundedness: groundednessOf(answer, language) };
}
