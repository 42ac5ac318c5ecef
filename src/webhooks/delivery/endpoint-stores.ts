import { ConfigStore } from "./config-store.ts";
import { DeliveryLog } from "./delivery-log.ts";
import { DeliveryStore } from "./delivery-store.ts";
import { HealthStore } from "./health-store.ts";
import { PaceStore } from "./pace-store.ts";
import { SwitchOffNotices } from "./switch-off-notices.ts";

/** All that the object of an endpoint keeps. */
export type EndpointStores = ReturnType<typeof openStores>;

export function openStores(sql: SqlStorage) {
  return {
    config: new ConfigStore(sql),
    deliveries: new DeliveryStore(sql),
    logged: new DeliveryLog(sql),
    health: new HealthStore(sql),
    pace: new PaceStore(sql),
    notices: new SwitchOffNotices(sql),
  };
}
