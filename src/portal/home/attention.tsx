import { Fact, Facts, Section } from "../frame/parts.tsx";
import { sayNumber } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import type { Concern } from "./find-attention.ts";
import { concernWords, homeWords } from "./words.ts";

/** What operators should look at first, each with a link to it. */
export function Attention({ view, concerns }: { view: View; concerns: readonly Concern[] }) {
  const words = homeWords[view.language];
  return (
    <Section id="attention" title={words.attention}>
      {concerns.length === 0 ? (
        <p class="soft">{words.allWell}</p>
      ) : (
        <Facts isWide>
          {concerns.map((concern) => (
            <Fact name={<a href={concern.href}>{concernWords[view.language][concern.kind]}</a>}>
              <strong>{sayNumber(view.language, concern.count)}</strong>{" "}
              <Things concern={concern} />
            </Fact>
          ))}
        </Facts>
      )}
    </Section>
  );
}

function Things({ concern }: { concern: Concern }) {
  const { things, count, isMore = count > things.length } = concern;
  if (things.length === 0) return null;
  return (
    <>
      {things.map(({ href, label }, at) => (
        <>
          {at === 0 ? null : ", "}
          <a href={href}>{label}</a>
        </>
      ))}
      {isMore ? ", …" : null}
    </>
  );
}
