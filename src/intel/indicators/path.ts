const BACKSLASHES = /\\/g;

/** Resolves "." and "..", then joins runs of slashes; the answer starts with one slash. */
export function resolvePath(path: string): string {
  const slashed = path.replace(BACKSLASHES, "/");
  if (!slashed.includes("/.") && !slashed.includes("//")) {
    return slashed.startsWith("/") ? slashed : `/${slashed}`;
  }
  const open: string[] = [];
  const [, ...parts] = slashed.split("/");
  for (const part of parts) {
    if (part === "..") open.pop();
    else if (part !== ".") open.push(part);
  }
  const kept = open.filter((part) => part !== "");
  const last = parts.at(-1);
  const isFolder = kept.length > 0 && (last === "" || last === "." || last === "..");
  return `/${kept.join("/")}${isFolder ? "/" : ""}`;
}
