import { findDeclaration, type Place } from "./find-declaration.ts";
import { Follower } from "./follow-uses.ts";
import { parseSources, type Syntax } from "./parse-sources.ts";
import { findOperations, readRefusals } from "./read-refusals.ts";

/** The statuses of an operation, each with the names of its errors. */
export type ErrorsByStatus = ReadonlyMap<number, ReadonlySet<string>>;

/** What runs before a route and is not in its own code. */
export interface Before {
  schemes: readonly string[];
  takesJson: boolean;
  takesInput: boolean;
}

const EVERYWHERE = ["src/http/not-now.ts:refuseNotNow", "src/http/not-found.ts:refuseMethod"];
/** `valid` has a schema for every part of the input, so what it may answer depends on the part. */
const CHECK = "src/http/contract/valid.ts:valid";
const INPUT = "src/http/contract/valid.ts:invalidInput";
const BODY = ["src/http/body.ts:readJsonBody", "src/platform/count-arriving.ts:bodyTooSlow"];

/** By the scheme of a credential: the code that checks it, and the refusals of a wrong one. */
const BY_SCHEME: Readonly<Record<string, readonly string[]>> = {
  bearer: [
    "src/access/identify-person.ts:identifyPerson",
    "src/access/refusals.ts:missingPermission",
    "src/access/refusals.ts:noSuchTenant",
  ],
  serviceKey: [
    "src/access/identify-service.ts:identifyService",
    "src/access/throttle-failures.ts:throttleFailures",
    "src/access/refusals.ts:missingPermission",
  ],
  agentCertificate: [
    "src/fleet/identify-agent.ts:identifyAgent",
    "src/access/refusals.ts:certificateRequired",
    "src/access/refusals.ts:onlyForOperators",
  ],
};

/** Finds in the sources which names of errors an operation may answer. */
export class ErrorFinder {
  private readonly follower: Follower;
  private readonly operations: ReadonlyMap<string, Place>;
  private readonly cuts: ReadonlySet<Syntax>;

  constructor(root: string) {
    this.follower = new Follower(parseSources(root));
    this.operations = findOperations(this.follower);
    this.cuts = new Set([this.at(CHECK).node]);
  }

  /** Returns the names by status, whether or not the operation describes that status. */
  errorsOf(operationId: string, before: Before): ErrorsByStatus {
    const own = this.operations.get(operationId);
    if (own === undefined) throw new Error(`No operation() is called "${operationId}".`);
    const names = [
      ...EVERYWHERE,
      ...(before.takesInput ? [INPUT] : []),
      ...(before.takesJson ? BODY : []),
      ...before.schemes.flatMap((scheme) => BY_SCHEME[scheme] ?? []),
    ];
    const places = this.follower.follow([own, ...names.map((name) => this.at(name))], this.cuts);
    const found = new Map<number, Set<string>>([[500, new Set(["internal_error"])]]);
    for (const { status, error } of places.flatMap((place) => readRefusals(this.follower, place))) {
      found.set(status, (found.get(status) ?? new Set()).add(error));
    }
    return found;
  }

  /** Finds the place of `file:name`; throws if it has moved. */
  private at(where: string): Place {
    const [file = "", name = ""] = where.split(":");
    const place = findDeclaration(this.follower.sources, file, name);
    if (place === undefined) throw new Error(`There is no ${where}.`);
    return place;
  }
}
