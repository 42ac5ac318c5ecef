import type { Inspected } from "../../inspection/schemas.ts";
import { Badge, Table, type Tone } from "../frame/parts.tsx";
import { Meter } from "../frame/quota-bar.tsx";
import type { View } from "../frame/view.ts";
import { inspectionWords, verdictWords } from "./words.ts";

export const TONES: Record<Inspected["verdict"], Tone> = {
  clean: "good",
  spam: "warn",
  phishing: "bad",
};

export function VerdictBadge({ view, verdict }: { view: View; verdict: Inspected["verdict"] }) {
  return <Badge tone={TONES[verdict]}>{verdictWords[view.language][verdict]}</Badge>;
}

export function LayerTable({ view, layers }: { view: View; layers: Inspected["layers"] }) {
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
            {signals.length === 0
              ? "–"
              : signals.map((signal) => (
                  <>
                    <code class="chip">{signal}</code>{" "}
                  </>
                ))}
          </td>
        </tr>
      ))}
    </Table>
  );
}
