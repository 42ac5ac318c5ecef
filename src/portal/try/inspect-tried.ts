export { inspectFor } from "../../inspection/inspect-for.ts";
export { wholeHostOf } from "../../intel/tenant-lists/whole-host-of.ts";
