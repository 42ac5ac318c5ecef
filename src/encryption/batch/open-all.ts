import { isRefusal, type Refusal } from "../../http/index.ts";
import { openCiphertext, type Encrypted, type Opening } from "../open-ciphertext.ts";
import type { Opened } from "../suite/field.ts";
import { refuseNonUnicode } from "./item.ts";

/** Opens items one after the other, so that later ones find the message keys of earlier ones. */
export async function openAll(
  opening: Opening,
  items: readonly Encrypted[],
): Promise<(Opened | Refusal)[] | Refusal> {
  const outcomes: (Opened | Refusal)[] = [];
  for (const item of items) {
    const opened =
      refuseNonUnicode({ context: item.context }) ?? (await openCiphertext(opening, item));
    if (concernsAll(opened)) return opened;
    outcomes.push(opened);
  }
  return outcomes;
}

/** Whether this refusal would be the same for every item: then it ends the batch. */
function concernsAll(outcome: Opened | Refusal): outcome is Refusal {
  if (!isRefusal(outcome)) return false;
  return outcome.status === 503 || outcome.error === "key_not_provisioned";
}
