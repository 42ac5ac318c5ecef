import { Copyable } from "../frame/parts.tsx";
import { RevealPage } from "../frame/reveal-page.tsx";
import { sayCommand } from "../frame/say-call.ts";
import type { View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { codeWords } from "./words.ts";

interface RevealProps {
  view: View;
  code: string;
  /** Where agents come to. */
  url: string;
}

export function CodeRevealPage({ view, code, url }: RevealProps) {
  const words = codeWords[view.language];
  return (
    <RevealPage
      view={view}
      title={words.madeTitle}
      said={frameWords[view.language].once}
      path={`/portal/t/${view.tenantId}/codes`}
      label={words.toCodes}
    >
      <Copyable view={view} label={words.label} text={code} />
      <h2>{words.next}</h2>
      <p>{words.nextText(`${url}/enroll`)}</p>
      <Copyable view={view} label={words.next} text={startAgent(code, url)} />
    </RevealPage>
  );
}

/** Starts the example agent, with a folder of its own; `npm start` has a CA that nobody else knows. */
function startAgent(code: string, url: string): string {
  const isLocal = new URL(url).hostname === "localhost";
  return sayCommand(
    `RAMPART_URL=${url}`,
    `RAMPART_CODE=${code}`,
    `RAMPART_AGENT_DIR=.dev/agent-${code.slice(-4)}`,
    ...(isLocal ? ["RAMPART_SERVER_CA=.dev/tls/server-ca.pem"] : []),
    "npx node examples/agent/main.ts",
  );
}
