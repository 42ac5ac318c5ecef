import { failureOf } from "../../http/index.ts";
import { uuidv7, type Log } from "../../platform/index.ts";
import { disableEndpoint } from "../endpoints/disable-endpoint.ts";
import { warnOfEndpoint } from "../endpoints/warn-of-endpoint.ts";
import type { EndpointConfig } from "./config-store.ts";
import { warningDue } from "./schedule.ts";
import { SwitchOffStore } from "./switch-off-store.ts";
import { WarningStore } from "./warning-store.ts";

/** The wait before another try, if a notice could not be written to D1. */
const TELL_AGAIN_MS = 30_000;

interface Failures {
  failures: number;
  since: number;
}

/** Tells the tenant that an endpoint is about to be switched off for its failures, and that it was. */
export class SwitchOffNotices {
  private readonly warnings: WarningStore;
  private readonly switchOffs: SwitchOffStore;

  constructor(sql: SqlStorage) {
    this.warnings = new WarningStore(sql);
    this.switchOffs = new SwitchOffStore(sql);
  }

  createTables(): void {
    this.warnings.createTables();
    this.switchOffs.createTables();
  }

  /** Notes one warning for each step, until a success. */
  noteFailures({ failures, since }: Failures, at: number): void {
    if (failures === 0) this.warnings.forget();
    const percent = warningDue(failures, since, at);
    if (percent <= this.warnings.percent) return;
    this.warnings.note({ event_id: `evt_${uuidv7(at)}`, percent, since, at });
  }

  noteSwitchOff(reason: string, at: number): void {
    this.warnings.forget();
    this.switchOffs.note({ event_id: `evt_${uuidv7(at)}`, reason, at });
  }

  /** The endpoint was switched on again before D1 knew that it had been switched off. */
  forgetSwitchOff(): void {
    this.switchOffs.forget();
  }

  forgetFailures(): void {
    this.warnings.forget();
  }

  /** When the next notice is to be sent; null if none waits. */
  get nextAt(): number | null {
    const notices = [this.warnings.unsent(), this.switchOffs.unsent()];
    const times = notices.flatMap((one) => one?.tell_at ?? []);
    return times.length === 0 ? null : Math.min(...times);
  }

  async tell(
    env: Cloudflare.Env,
    config: EndpointConfig,
    clock: () => number,
    log: Log,
  ): Promise<void> {
    const { warnings, switchOffs } = this;
    const warningFault = await tellDue(warnings, clock, async (warning) => {
      await warnOfEndpoint(env, config, warning);
      warnings.markSent();
    });
    if (warningFault !== undefined) {
      log({ level: "error", event: "webhook_warning_untold", reason: warningFault });
    }
    const switchOffFault = await tellDue(switchOffs, clock, async (switchOff) => {
      await disableEndpoint(env, config, switchOff);
      switchOffs.forget();
    });
    if (switchOffFault !== undefined) {
      log({ level: "error", event: "webhook_switch_off_untold", reason: switchOffFault });
    }
  }
}

interface Notices<T> {
  unsent: () => (T & { tell_at: number }) | undefined;
  tellAgainAt: (at: number) => void;
}

/** Sends the notice if one is due. Gives the reason if that fails; it is tried again later. */
async function tellDue<T>(
  notices: Notices<T>,
  clock: () => number,
  send: (notice: T) => Promise<void>,
): Promise<string | undefined> {
  const due = notices.unsent();
  if (due === undefined || due.tell_at > clock()) return undefined;
  try {
    await send(due);
    return undefined;
  } catch (error) {
    notices.tellAgainAt(clock() + TELL_AGAIN_MS);
    return failureOf(error);
  }
}
