import type { Inspected } from "../../inspection/schemas.ts";
import type { Language } from "../frame/language.ts";
import { Badge, Table, type Tone } from "../frame/parts.tsx";
import { Meter } from "../frame/quota-bar.tsx";
import { sayLanguage } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { signalWords, unavailableWords } from "./signal-words.ts";
import { inspectionWords, verdictWords } from "./words.ts";

export const TONES: Record<Inspected["verdict"], Tone> = {
  clean: "good",
  spam: "warn",
  phishing: "bad",
};

export function VerdictBadge({ view, verdict }: { view: View; verdict: Inspected["verdict"] }) {
  return <Badge tone={TONES[verdict]}>{verdictWords[view.language][verdict]}</Badge>;
}

interface LayersProps {
  view: View;
  layers: Inspected["layers"];
  /** Whether there is a model that the fourth layer would ask. */
  hasModel: boolean;
}

export function LayerTable({ view, layers, hasModel }: LayersProps) {
  const words = inspectionWords[view.language];
  return (
    <Table label={words.layers} columns={[words.layer, words.score, words.signals]}>
      {layers.map(({ layer, score, signals }) => (
        <tr>
          <th scope="row">
            {layer} <small class="below">{words.about[layer]}</small>
          </th>
          <td>
            <Meter value={Math.round(score)} label={layer} tone="idle" />
          </td>
          <td>
            {signals.length === 0 ? (
              "–"
            ) : (
              <ul class="values">
                {signals.map((signal) => (
                  <li>
                    {saySignal(view.language, signal, layer, hasModel)}{" "}
                    <code class="chip">{signal}</code>
                  </li>
                ))}
              </ul>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

type LayerName = Inspected["layers"][number]["layer"];

/** A signal is a name, often with a value; the chip beside the words shows both. */
function saySignal(language: Language, signal: string, layer: LayerName, hasModel: boolean) {
  const [name = ""] = signal.split(":", 1);
  if (name !== "unavailable") return signalWords[language][name];
  const { intelligence, noModel, silent } = unavailableWords[language];
  if (layer !== "L4") return intelligence;
  return hasModel ? silent : noModel;
}

/** The name of a message's language, if it is known. */
export function sayLanguageOf({ language }: View, code: string): string {
  return code === "und" ? inspectionWords[language].unknownLanguage : sayLanguage(language, code);
}
