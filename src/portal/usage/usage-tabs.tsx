import { Tabs } from "../frame/tabs.tsx";
import type { View } from "../frame/view.ts";
import { usageWords } from "./words.ts";

/** Tabs of two accounts: calls of the API, and calls of AI models. */
export function UsageTabs({ view, isAi = false }: { view: View; isAi?: boolean }) {
  const words = usageWords[view.language];
  const path = `/portal/t/${view.tenantId}/usage`;
  const tabs = [
    { href: path, name: words.ofCalls, current: !isAi },
    { href: `${path}/ai`, name: words.ai, current: isAi },
  ];
  return <Tabs label={words.accounts} tabs={tabs} />;
}
