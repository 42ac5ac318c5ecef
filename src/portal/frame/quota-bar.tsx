import { thresholdReached } from "../../tenants/gate/thresholds.ts";
import type { Usage } from "../../tenants/usage/answers.ts";
import type { Language } from "./language.ts";
import type { Tone } from "./parts.tsx";
import { sayNumber, sayShare } from "./say.ts";
import type { View } from "./view.ts";
import { frameWords } from "./words.ts";

const WIDTH = 600;
const HEIGHT = 14;
const WARN_SHARE = 0.8;
const METER_HEIGHT = 6;

interface QuotaBarProps {
  view: View;
  used: number;
  quota: number;
  label: string;
}

/** A bar drawn as SVG on the server, because the content policy allows no inline style. */
function QuotaBar({ view, used, quota, label }: QuotaBarProps) {
  const share = quota === 0 ? 1 : Math.min(1, used / quota);
  const tone = share >= 1 ? "bad" : share >= WARN_SHARE ? "warn" : "";
  // A share of a thousandth would be less than a pixel wide.
  const width = share === 0 ? 0 : Math.max(HEIGHT, Math.round(share * WIDTH));
  const said = `${label}: ${sayShare(view.language, used, quota)}`;
  return (
    <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={said}>
      <rect class="track" width={WIDTH} height={HEIGHT} rx="7" />
      <rect class={`bar ${tone}`} width={width} height={HEIGHT} rx="7" />
    </svg>
  );
}

interface QuotaUsedProps {
  view: View;
  usage: Usage;
  label: string;
}

/** How much of a month's quota is used, in words and as a bar. */
export function QuotaUsed({ view, usage: { used, quota, frozen }, label }: QuotaUsedProps) {
  const words = frameWords[view.language];
  const say = (value: number) => sayNumber(view.language, value);
  return (
    <>
      <p>{words.usedOf(say(used), say(quota))}</p>
      <QuotaBar view={view} used={used} quota={quota} label={label} />
      <p class="soft">{frozen ? words.inUtc : `${words.counted} ${words.inUtc}`}</p>
    </>
  );
}

/**
 * Says the highest threshold that is passed. Units that were never reported count, as they do in
 * the gate.
 */
export function QuotaAlert({ view, usage }: { view: View; usage: Usage }) {
  const { language } = view;
  const words = frameWords[language];
  const { quota, remaining } = usage;
  const spent = usage.used + usage.unreported;
  if (remaining === 0) {
    // The share is over 100 % if the quota was lowered; of a quota of zero everything is used.
    const share = quota === 0 ? sayShare(language, 1, 1) : sayShare(language, spent, quota);
    return <p role="alert">{words.quotaUsedUp(share)}</p>;
  }
  const percent = thresholdReached(spent, quota, 0);
  if (percent === undefined) return null;
  const threshold = sayShare(language, percent, 100);
  return <p class="notice">{words.quotaThreshold(threshold, sayShare(language, spent, quota))}</p>;
}

/** Says how many units were never reported: used, unreported and remaining add up to the quota. */
export function sayUnreported(language: Language, usage: Usage): string | undefined {
  if (usage.unreported === 0) return undefined;
  const { neverReported, unreported } = frameWords[language];
  return (usage.frozen ? neverReported : unreported)(sayNumber(language, usage.unreported));
}

interface MeterProps {
  /** From 0 to 100. */
  value: number;
  label: string;
  tone: Tone;
}

/** A figure of 0 to 100 and a bar that repeats it. */
export function Meter({ value, label, tone }: MeterProps) {
  return (
    <span class="meter">
      <strong>{value}</strong>
      <svg viewBox={`0 0 100 ${METER_HEIGHT}`} role="img" aria-label={`${label}: ${value} / 100`}>
        <rect class="track" width="100" height={METER_HEIGHT} rx="3" />
        <rect class={`bar ${tone}`} width={value} height={METER_HEIGHT} rx="3" />
      </svg>
    </span>
  );
}
