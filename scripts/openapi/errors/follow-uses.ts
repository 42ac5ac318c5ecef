import { findDeclaration, type Place } from "./find-declaration.ts";
import { nameOf, partsOf, type Sources, type Syntax } from "./parse-sources.ts";
import { isMethod, readUses, type Uses } from "./read-uses.ts";

const NAMESPACE = "DurableObjectNamespace";

/**
 * Follows what code may reach. A method counts if its name is called and its class is used, even if
 * only by the binding of a Durable Object.
 */
export class Follower {
  readonly sources: Sources;
  private readonly known = new Map<Syntax, Uses>();
  private readonly bindings: ReadonlyMap<string, Place>;

  constructor(sources: Sources) {
    this.sources = sources;
    this.bindings = new Map(
      [...sources]
        .filter(([, { text }]) => text.includes(NAMESPACE))
        .flatMap(([file, { statements }]) =>
          statements.flatMap((statement) => bindingsIn(sources, file, statement)),
        ),
    );
  }

  usesOf(place: Place): Uses {
    const known = this.known.get(place.node) ?? readUses(this.sources, place);
    this.known.set(place.node, known);
    return known;
  }

  /** Returns these places and all that they may reach, each once. */
  follow(from: readonly Place[], cuts: ReadonlySet<Syntax> = new Set()): Place[] {
    const seen = new Map<Syntax, Place>();
    const methods = new Map<string, Place[]>();
    const called = new Set<string>();
    const left = [...from];
    for (let place = left.pop(); place !== undefined; place = left.pop()) {
      if (seen.has(place.node) || cuts.has(place.node)) continue;
      seen.set(place.node, place);
      const { values, members } = this.usesOf(place);
      left.push(...values);
      for (const method of methodsOf(place)) {
        const name = nameOf(method.node["key"]) ?? "";
        methods.set(name, [...(methods.get(name) ?? []), method]);
        if (called.has(name)) left.push(method);
      }
      for (const name of members) {
        const bound = this.bindings.get(name);
        if (bound !== undefined) left.push(bound);
        if (!called.has(name)) left.push(...(methods.get(name) ?? []));
        called.add(name);
      }
    }
    return [...seen.values()];
  }
}

function methodsOf({ file, node }: Place): Place[] {
  if (node.type !== "ClassDeclaration") return [];
  return partsOf(node["body"] as Syntax)
    .filter(isMethod)
    .map((method) => ({ file, node: method }));
}

/** Reads `KEYRING: DurableObjectNamespace<Keyring>`, with the class that it names. */
function bindingsIn(sources: Sources, file: string, node: Syntax): [string, Place][] {
  const inner = partsOf(node).flatMap((part) => bindingsIn(sources, file, part));
  if (node.type !== "TSPropertySignature") return inner;
  const type = (node["typeAnnotation"] as Syntax | null)?.["typeAnnotation"] as Syntax | undefined;
  if (nameOf(type?.["typeName"]) !== NAMESPACE) return inner;
  const [first] = partsOf(type?.["typeArguments"] as Syntax);
  const place = findDeclaration(sources, file, nameOf(first?.["typeName"]) ?? "");
  const name = nameOf(node["key"]);
  return place === undefined || name === undefined ? inner : [[name, place]];
}
