import { sayKnown } from "./say-known.ts";

type Names = Readonly<Record<string, string>>;

interface CodedProps {
  code: string;
  names: Names;
}

/** What it is called, and beside it the name by which programs know it. */
export function Coded({ code, names }: CodedProps) {
  return (
    <>
      {sayKnown(names, code)} <code class="chip">{code}</code>
    </>
  );
}

export function CodedList({ codes, names }: { codes: readonly string[]; names: Names }) {
  return (
    <ul class="values">
      {codes.map((code) => (
        <li>
          <Coded code={code} names={names} />
        </li>
      ))}
    </ul>
  );
}
