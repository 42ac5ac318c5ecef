import type { EndpointConfig } from "./config-store.ts";
import { changePace } from "./due.ts";
import type { EndpointStores } from "./endpoint-stores.ts";

/**
 * Takes over the endpoint as D1 has it, if that is newer. Every call brings it, so a change that was
 * lost comes with the next call.
 */
export function adoptConfig(stores: EndpointStores, config: EndpointConfig, now: number): void {
  const { deliveries, health, pace, notices } = stores;
  const known = stores.config.read();
  if (known?.removed === true) return;
  if (known !== undefined && known.version >= config.version) return;
  stores.config.write(config);
  if (config.maxPerMinute !== known?.maxPerMinute) changePace(pace, config, now);
  if (!config.active) return;
  notices.forgetSwitchOff();
  if (known === undefined || (known.active && known.url === config.url)) return;
  if (!known.active) deliveries.restartWaiting(now);
  health.reset();
  notices.forgetFailures();
}
