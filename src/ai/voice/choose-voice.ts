import { refuse, type Refusal } from "../../http/index.ts";
import type { Speech, Voice } from "./speech.ts";

/** The voice of this name, or else the first that speaks the language. */
export function chooseVoice(
  { voices }: Speech,
  name: string | undefined,
  language: string,
): Voice | Refusal {
  const base = language.split("-", 1)[0]?.toLowerCase() ?? "";
  const found =
    name === undefined
      ? (voices.find((voice) => voice.language.toLowerCase() === language.toLowerCase()) ??
        voices.find((voice) => voice.language.split("-", 1)[0] === base))
      : voices.find((voice) => voice.name === name);
  const known = voices.map((voice) => voice.name).join(", ");
  if (found !== undefined) return found;
  return refuse(400, "unknown_voice", `There is no such voice; known: ${known}.`, {
    details: [
      {
        path: name === undefined ? "language" : "voiceName",
        message: `has no voice; known: ${known}`,
      },
    ],
  });
}
