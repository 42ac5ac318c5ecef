import { sayKnown } from "./say-known.ts";

type Names = Readonly<Record<string, string>>;

interface CodedProps {
  code: string;
  names: Names;
}

/** The name for people, and beside it the name that programs use. */
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
