import { sayIssue } from "../../src/http/contract/say-issue.ts";

/**
 * Stands in the deployed script for zod's English (wrangler.toml). Wherever an issue is shown,
 * `sayIssue` says it; so it does from the first schema on, also where no request comes.
 */
export default function ownWords(): { localeError: typeof sayIssue } {
  return { localeError: sayIssue };
}
