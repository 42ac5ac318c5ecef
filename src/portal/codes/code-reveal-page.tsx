import { Copyable } from "../frame/parts.tsx";
import { RevealPage } from "../frame/reveal-page.tsx";
import { sayCommand } from "../frame/say-call.ts";
import type { View } from "../frame/view.ts";
import { codeWords } from "./words.ts";

interface RevealProps {
  view: View;
  code: string;
  /** The origin that agents call. */
  url: string;
}

export function CodeRevealPage({ view, code, url }: RevealProps) {
  const words = codeWords[view.language];
  return (
    <RevealPage
      view={view}
      title={words.madeTitle}
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

/**
 * The command that starts the example agent, in a folder of its own. Under `npm start` it names the
 * CA of the local front, which no system knows.
 */
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
