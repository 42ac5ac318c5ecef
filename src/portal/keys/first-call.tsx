import { Copyable } from "../frame/parts.tsx";
import { EXAMPLE, sayCall } from "../frame/say-call.ts";
import type { View } from "../frame/view.ts";
import { keyWords } from "./words.ts";

interface FirstCallProps {
  view: View;
  tenantId: string;
  origin: string;
}

/** A call that can be sent as it is, with the key in a variable. */
export function FirstCall({ view, tenantId, origin }: FirstCallProps) {
  const words = keyWords[view.language];
  const call = sayCall({ origin, asked: EXAMPLE, tenantId, key: "$RAMPART_KEY" });
  return (
    <>
      <p>{words.byHandText}</p>
      <Copyable view={view} label={words.byHand} text={call} />
    </>
  );
}
