import { OVER_LIMIT } from "../../usage/over-limit.ts";
import type { Abouts } from "../../../http/contract/index.ts";

export const streamOperations: Abouts = {
  streamSpeech: {
    summary: "Open a WebSocket for speech recognition in the browser",
    description:
      'For the token of `getSpeechToken` whose `provider` is `self`. The client sends linear16 audio in binary messages and, when that was all, the text `{"type":"CloseStream"}`; what comes back are the model\'s own messages, in JSON.',
    tags: ["AI"],
    responses: {
      101: { description: "The line stands" },
      401: { description: "The token is missing, forged, too old or was used" },
      403: { description: "The tenant is suspended or closed" },
      422: { description: "The provider refuses it" },
      426: { description: "No WebSocket was asked for" },
      ...OVER_LIMIT,
      503: { description: "No such provider is configured, or it does not answer" },
    },
  },
};
